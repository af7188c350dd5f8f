package io.sidetone.transport.trunk;

import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.endpoint.SipMessageRelay;
import io.sidetone.transport.sip.locate.CachedNames;
import io.sidetone.transport.sip.locate.NettyNames;
import io.sidetone.transport.sip.locate.ServerLocator;
import io.sidetone.transport.sip.register.StandaloneRequests;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentListener;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.link.LinkServices;
import io.sidetone.transport.trunk.link.SipReach;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Endpoint ← transactions ← user agent on one event loop, and what trunks that are called need of them. */
final class SipCore {
    final SipEndpoint endpoint;
    final SipTokens tokens;
    final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
    final TransactionLayer layer;
    private final SipMessageRelay relay;
    private final SipScheduler scheduler;
    private final EventLoops loops;
    private final SourcePolicy sources;
    private final RandomGenerator random;

    private SipCore(
            SipEndpoint endpoint,
            SipMessageRelay relay,
            SipUserAgentSettings presence,
            EventLoops loops,
            SourcePolicy sources,
            RandomGenerator random,
            LongSupplier nanoClock) {
        this.endpoint = endpoint;
        this.relay = relay;
        this.loops = loops;
        this.sources = sources;
        this.random = random;
        this.scheduler = SipScheduler.of(endpoint.eventLoop(), nanoClock);
        this.tokens = new SipTokens(random);
        this.layer = new TransactionLayer(
                scheduler, presence.timers(), TransactionLimits.DEFAULT, tokens, counters, endpoint::connect);
    }

    /**
     * Binds the sockets. Nobody hears them before {@link #hears}.
     *
     * @throws BindFailedException when the address or port cannot be had
     */
    static SipCore bind(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            EventLoops loops,
            RandomGenerator random,
            LongSupplier nanoClock)
            throws BindFailedException {
        SipMessageRelay relay = new SipMessageRelay();
        SipEndpoint endpoint = SipEndpoint.bind(settings, loops, relay, nanoClock, random.nextLong());
        return new SipCore(endpoint, relay, presence, loops, settings.sources(), random, nanoClock);
    }

    SipUserAgent agent(SipUserAgentSettings presented, SipUserAgentListener application) {
        return new SipUserAgent(layer, scheduler, tokens, counters, endpoint::connect, presented, application);
    }

    /** Says who hears the endpoint. */
    void hears(SipMessageListener listener) {
        relay.layer(listener);
    }

    /** Returns the machine's DNS; 20 to 35 ms for the first one of a process. To be closed on the loop. */
    NettyNames names() {
        return new NettyNames(endpoint.eventLoop(), loops, DnsServerAddressStreamProviders.platformDefault());
    }

    /** Returns what trunks that are called share. */
    LinkServices links(SipUserAgent agent, NettyNames names, SipUserAgentSettings presence) {
        return new LinkServices(
                new StandaloneRequests(layer, scheduler, tokens, agent::via, presence.product()),
                new ServerLocator(new CachedNames(names, scheduler), SipReach.of(endpoint.listeners()), random),
                endpoint::connect,
                (flow, secure) -> agent.contact(flow, secure).uri(),
                sources,
                scheduler);
    }
}
