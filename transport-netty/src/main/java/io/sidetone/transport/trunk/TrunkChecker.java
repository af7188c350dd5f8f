package io.sidetone.transport.trunk;

import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.locate.NettyNames;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentListener;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.link.CheckStep;
import io.sidetone.transport.trunk.link.LinkServices;
import io.sidetone.transport.trunk.link.TrunkCheck;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** SIP that takes no calls and checks trunks. Any thread but an event loop. */
public final class TrunkChecker implements AutoCloseable {
    private final SipEndpoint endpoint;
    private final NettyNames names;
    private final LinkServices services;

    private TrunkChecker(SipEndpoint endpoint, NettyNames names, LinkServices services) {
        this.endpoint = endpoint;
        this.names = names;
        this.services = services;
    }

    /** Takes no call. */
    private static final class NoCalls implements SipUserAgentListener {
        @Override
        public void onInvite(IncomingCall call, long nowNs) {
            call.reject(480, null);
        }

        @Override
        public int retryAfterSeconds() {
            return 0;
        }
    }

    /**
     * Opens the sockets.
     *
     * @throws BindFailedException when the address cannot be had
     */
    public static TrunkChecker open(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            EventLoops loops,
            RandomGenerator random,
            LongSupplier nanoClock)
            throws BindFailedException {
        SipCore core = SipCore.bind(settings, presence, loops, random, nanoClock);
        SipUserAgent agent = core.agent(presence, new NoCalls());
        core.hears(core.layer);
        NettyNames names = core.names();
        return new TrunkChecker(core.endpoint, names, core.links(agent, names, presence));
    }

    /** Checks one trunk; ends by itself, because every request does. */
    public CompletableFuture<List<CheckStep>> check(TrunkSettings trunk) {
        CompletableFuture<List<CheckStep>> found = new CompletableFuture<>();
        endpoint.eventLoop().execute(() -> TrunkCheck.run(trunk, services, found::complete));
        return found;
    }

    @Override
    public void close() {
        endpoint.eventLoop().submit(names::close).awaitUninterruptibly();
        endpoint.close();
    }
}
