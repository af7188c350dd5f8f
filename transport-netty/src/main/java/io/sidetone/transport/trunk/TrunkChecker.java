package io.sidetone.transport.trunk;

import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipMessageRelay;
import io.sidetone.transport.sip.locate.CachedNames;
import io.sidetone.transport.sip.locate.NettyNames;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentListener;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.link.CheckStep;
import io.sidetone.transport.trunk.link.LinkServices;
import io.sidetone.transport.trunk.link.SipReach;
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
        SipMessageRelay relay = new SipMessageRelay();
        SipEndpoint endpoint = SipEndpoint.bind(settings, loops, relay, nanoClock, random.nextLong());
        SipScheduler scheduler = SipScheduler.of(endpoint.eventLoop(), nanoClock);
        SipTokens tokens = new SipTokens(random);
        SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
        TransactionLayer layer = new TransactionLayer(
                scheduler, presence.timers(), TransactionLimits.DEFAULT, tokens, counters, endpoint::connect);
        SipUserAgent agent =
                new SipUserAgent(layer, scheduler, tokens, counters, endpoint::connect, presence, new NoCalls());
        relay.layer(layer);
        NettyNames names =
                new NettyNames(endpoint.eventLoop(), loops, DnsServerAddressStreamProviders.platformDefault());
        LinkServices services = new LinkServices(
                new StandaloneRequests(layer, scheduler, tokens, agent::via, presence.product()),
                SipReach.locator(endpoint.local().getAddress(), new CachedNames(names, scheduler), random),
                endpoint::connect,
                flow -> agent.contact(flow).uri(),
                settings.sources(),
                scheduler);
        return new TrunkChecker(endpoint, names, services);
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
