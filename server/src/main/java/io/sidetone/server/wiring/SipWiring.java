package io.sidetone.server.wiring;

import io.sidetone.config.SipConfig;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.Cidr;
import io.sidetone.transport.sip.endpoint.SipCounters;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipMessageRelay;
import io.sidetone.transport.sip.endpoint.SourcePolicy;
import io.sidetone.transport.sip.transaction.SipCoreCounters;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.SipTrunk;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SIP side: endpoint ← transactions ← user agent ← trunk, all on one event loop. */
final class SipWiring implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SipWiring.class);
    private static final long GOODBYE_LIMIT_MS = 1_000;
    private static final long GOODBYE_POLL_MS = 20;

    private final SipEndpoint endpoint;
    private final SipUserAgent agent;
    private final SipCoreCounters core;

    private SipWiring(SipEndpoint endpoint, SipUserAgent agent, SipCoreCounters core) {
        this.endpoint = endpoint;
        this.agent = agent;
        this.core = core;
    }

    static SipWiring open(SipConfig config, EventLoops loops, SipTrunk trunk, SecureRandom random)
            throws BindFailedException {
        SipEndpointSettings settings = SipEndpointSettings.defaults(
                        new InetSocketAddress(config.bind().toInetAddress(), config.port()), sources(config))
                .withInvitesPerSecond(config.invitesPerSecond());
        SipMessageRelay listener = new SipMessageRelay();
        SipEndpoint endpoint = SipEndpoint.bind(settings, loops, listener, System::nanoTime, random.nextLong());
        SipScheduler scheduler = SipScheduler.of(endpoint.eventLoop(), System::nanoTime);
        SipTokens tokens = new SipTokens(random);
        SipCoreCounters counters = new SipCoreCounters();
        TransactionLayer layer = new TransactionLayer(
                scheduler, SipTimers.RFC_3261, TransactionLimits.DEFAULT, tokens, counters, endpoint::connect);
        trunk.runsOn(endpoint.eventLoop());
        SipUserAgent agent = new SipUserAgent(
                layer, scheduler, tokens, counters, endpoint::connect, settings(config, endpoint), trunk);
        listener.layer(layer);
        return new SipWiring(endpoint, agent, counters);
    }

    private static SipUserAgentSettings settings(SipConfig config, SipEndpoint endpoint) {
        SourcePolicy policy = sources(config);
        SipUserAgentSettings settings = SipUserAgentSettings.DEFAULT.withFollowSource(flow -> {
            SourcePolicy.Admission from = policy.admit(flow.remote().getAddress());
            return from.trunk() != null && from.trunk().nat();
        });
        return config.advertise() == null
                ? settings
                : settings.withAdvertised(
                        config.advertise().toString(), endpoint.local().getPort());
    }

    /** Who may call. */
    static SourcePolicy sources(SipConfig config) {
        return new SourcePolicy(
                config.trunks().stream()
                        .map(t -> new SourcePolicy.Trunk(
                                t.name(),
                                t.from().stream()
                                        .map(c -> Cidr.parse(c.toString()))
                                        .toList(),
                                t.nat()))
                        .toList(),
                config.allowAnyone());
    }

    SipCounters counters() {
        return endpoint.counters();
    }

    SipCoreCounters core() {
        return core;
    }

    InetSocketAddress local() {
        return endpoint.local();
    }

    /** Whoever is still on the line is told, and gets a moment to say that it heard: a lost BYE is sent again. */
    @Override
    public void close() {
        try {
            endpoint.eventLoop().submit(() -> agent.hangUpAll("shutting down")).await(GOODBYE_LIMIT_MS);
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GOODBYE_LIMIT_MS);
            while (System.nanoTime() - deadlineNs < 0
                    && endpoint.eventLoop().submit(agent::calls).get(GOODBYE_LIMIT_MS, TimeUnit.MILLISECONDS) > 0) {
                Thread.sleep(GOODBYE_POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException late) {
            LOG.warn("SIP did not say goodbye to everybody: {}", late.toString());
        }
        endpoint.close();
    }
}
