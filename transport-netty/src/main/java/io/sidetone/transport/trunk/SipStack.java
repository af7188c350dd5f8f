package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.digest.AuthenticationCounter;
import io.sidetone.transport.sip.digest.PeerAuthentication;
import io.sidetone.transport.sip.endpoint.SipCounter;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.endpoint.SipMessageRelay;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SIP from socket to trunk: endpoint ← transactions ← user agent ← {@link SipTrunk}, all on one event loop. */
public final class SipStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SipStack.class);
    private static final long GOODBYE_LIMIT_MS = 1_000;
    private static final long GOODBYE_POLL_MS = 20;

    private final SipEndpoint endpoint;
    private final SipUserAgent agent;
    private final SingleWriterCounters<SipCoreCounter> core;
    private final Optional<PeerAuthentication> authentication;
    private final LongSupplier nanoClock;

    private SipStack(
            SipEndpoint endpoint,
            SipUserAgent agent,
            SingleWriterCounters<SipCoreCounter> core,
            Optional<PeerAuthentication> authentication,
            LongSupplier nanoClock) {
        this.endpoint = endpoint;
        this.agent = agent;
        this.core = core;
        this.authentication = authentication;
        this.nanoClock = nanoClock;
    }

    /**
     * Binds and begins to take calls, with passwords. Not to be called on an event loop.
     *
     * @param accounts passwords of peers, and ours
     * @param presence how the user agent presents itself; without a port in it, the bound one is presented
     * @throws BindFailedException when the address or port cannot be had
     */
    public static SipStack open(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            SipAccounts accounts,
            EventLoops loops,
            SipTrunk trunk,
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
        trunk.runsOn(endpoint.eventLoop());
        SipUserAgentSettings presented = presence.advertisedHost() == null
                ? presence
                : presence.withAdvertised(
                        presence.advertisedHost(), endpoint.local().getPort());
        SipUserAgent agent = new SipUserAgent(layer, scheduler, tokens, counters, endpoint::connect, presented, trunk);
        agent.accounts(accounts.own());
        Optional<PeerAuthentication> authentication = accounts.peers()
                .map(peers -> new PeerAuthentication(
                        settings.sources(),
                        peers,
                        accounts.algorithms(),
                        layer,
                        new LetThrough(layer, agent),
                        tokens,
                        random));
        relay.layer(authentication.<SipMessageListener>map(gate -> gate).orElse(layer));
        return new SipStack(endpoint, agent, counters, authentication, nanoClock);
    }

    /** Binds and begins to take calls without passwords. Not to be called on an event loop. */
    public static SipStack open(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            EventLoops loops,
            SipTrunk trunk,
            RandomGenerator random,
            LongSupplier nanoClock)
            throws BindFailedException {
        return open(settings, presence, SipAccounts.NONE, loops, trunk, random, nanoClock);
    }

    /** What transactions and dialogs know of strangers that were let through. */
    private record LetThrough(TransactionLayer layer, SipUserAgent agent) implements PeerAuthentication.Known {
        @Override
        public boolean transaction(SipRequest request) {
            return layer.knows(request);
        }

        @Override
        public String trunkOfDialog(SipRequest request) {
            return agent.trunkOfDialog(request);
        }
    }

    /** What was counted of strangers who are asked for a password, if they are. Any thread. */
    public Optional<SingleWriterCounters<AuthenticationCounter>> authentications() {
        return authentication.map(PeerAuthentication::counters);
    }

    /** What the sockets counted. Any thread. */
    public SingleWriterCounters<SipCounter> counters() {
        return endpoint.counters();
    }

    /** What transactions, dialogs and calls counted. Any thread. */
    public SingleWriterCounters<SipCoreCounter> core() {
        return core;
    }

    /** The bound address, with the port that was really taken. */
    public InetSocketAddress local() {
        return endpoint.local();
    }

    /** Sends BYE to every peer that is still on the line and waits a moment for the answers: a lost BYE is sent again. */
    @Override
    public void close() {
        EventLoop loop = endpoint.eventLoop();
        try {
            loop.submit(() -> agent.hangUpAll("shutting down")).await(GOODBYE_LIMIT_MS);
            long deadlineNs = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(GOODBYE_LIMIT_MS);
            while (nanoClock.getAsLong() - deadlineNs < 0
                    && loop.submit(agent::calls).get(GOODBYE_LIMIT_MS, TimeUnit.MILLISECONDS) > 0) {
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
