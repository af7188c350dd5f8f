package io.sidetone.transport.trunk;

import io.netty.channel.EventLoop;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.digest.AuthenticationCounter;
import io.sidetone.transport.sip.digest.PeerAuthentication;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipCounter;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageListener;
import io.sidetone.transport.sip.locate.NettyNames;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ServerTransactionListener;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.trunk.link.TrunkLinks;
import io.sidetone.transport.trunk.link.TrunkSettings;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
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
    private final SipTrunk trunk;
    private final SipUserAgent agent;
    private final SingleWriterCounters<SipCoreCounter> core;
    private final Optional<PeerAuthentication> authentication;
    private final TrunkLinks links;
    private final OutboundCalls outbound;
    private final Optional<NettyNames> names;
    private final LongSupplier nanoClock;

    private SipStack(
            SipEndpoint endpoint,
            SipTrunk trunk,
            SipUserAgent agent,
            SingleWriterCounters<SipCoreCounter> core,
            Optional<PeerAuthentication> authentication,
            TrunkLinks links,
            OutboundCalls outbound,
            Optional<NettyNames> names,
            LongSupplier nanoClock) {
        this.endpoint = endpoint;
        this.trunk = trunk;
        this.agent = agent;
        this.core = core;
        this.authentication = authentication;
        this.links = links;
        this.outbound = outbound;
        this.names = names;
        this.nanoClock = nanoClock;
    }

    /**
     * Binds and begins to take calls, with passwords. Not to be called on an event loop.
     *
     * @param accounts passwords of peers, and ours
     * @param called trunks that are called
     * @param presence how the user agent presents itself
     * @throws BindFailedException when the address or port cannot be had
     */
    public static SipStack open(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            SipAccounts accounts,
            List<TrunkSettings> called,
            EventLoops loops,
            TrunkServices services,
            SipTrunkSettings calls,
            RandomGenerator random,
            LongSupplier nanoClock)
            throws BindFailedException {
        SipCore core = SipCore.bind(settings, presence, loops, random, nanoClock);
        SipEndpoint endpoint = core.endpoint;
        SipTrunk trunk = new SipTrunk(services, calls, settings.sources(), endpoint.eventLoop(), random, nanoClock);
        SipUserAgent agent = core.agent(presence, trunk);
        agent.accounts(accounts.own());
        agent.trunks(settings.sources()::has);
        Optional<PeerAuthentication> authentication = accounts.peers()
                .map(peers -> new PeerAuthentication(
                        settings.sources(),
                        peers,
                        accounts.algorithms(),
                        core.layer,
                        new LetThrough(core.layer, agent),
                        core.tokens,
                        random));
        Optional<NettyNames> names = called.isEmpty() ? Optional.empty() : Optional.of(core.names());
        TrunkLinks links = names.map(open -> new TrunkLinks(called, core.links(agent, open, presence)))
                .orElseGet(TrunkLinks::none);
        core.hears(links.watching(
                authentication.<SipMessageListener>map(gate -> gate).orElse(core.layer)));
        OutboundCalls outbound = trunk.reaches(new TrunkRoutes(links, agent));
        endpoint.eventLoop().execute(links::start);
        return new SipStack(endpoint, trunk, agent, core.counters, authentication, links, outbound, names, nanoClock);
    }

    /** Binds and begins to take calls without passwords. Not to be called on an event loop. */
    public static SipStack open(
            SipEndpointSettings settings,
            SipUserAgentSettings presence,
            EventLoops loops,
            TrunkServices services,
            SipTrunkSettings calls,
            RandomGenerator random,
            LongSupplier nanoClock)
            throws BindFailedException {
        return open(settings, presence, SipAccounts.NONE, List.of(), loops, services, calls, random, nanoClock);
    }

    /** Knowledge that transactions and dialogs have of strangers that were let through. */
    private record LetThrough(TransactionLayer layer, SipUserAgent agent) implements PeerAuthentication.Known {
        @Override
        public boolean transaction(SipRequest request) {
            return layer.knows(request);
        }

        @Override
        public String trunkOfDialog(SipRequest request) {
            return agent.trunkOfDialog(request);
        }

        @Override
        public boolean ofDialogsPeer(SipRequest request, SipFlow flow) {
            return agent.ofDialogsPeer(request, flow);
        }

        @Override
        public void refused(SipRequest request, SipFlow flow, SipResponse answer) {
            layer.onRefused(request, flow, answer, ServerTransactionListener.NONE);
        }
    }

    /** Returns what was counted of strangers who are asked for a password, if they are. Any thread. */
    public Optional<SingleWriterCounters<AuthenticationCounter>> authentications() {
        return authentication.map(PeerAuthentication::counters);
    }

    /** Returns what takes the calls. */
    public SipTrunk trunk() {
        return trunk;
    }

    /** Returns what is known of the trunks that are called. Any thread. */
    public TrunkLinks links() {
        return links;
    }

    /** Places calls over the trunks that are called. Any thread. */
    public OutboundCalls outbound() {
        return outbound;
    }

    /** Returns what the sockets counted. Any thread. */
    public SingleWriterCounters<SipCounter> counters() {
        return endpoint.counters();
    }

    /** Returns what transactions, dialogs and calls counted. Any thread. */
    public SingleWriterCounters<SipCoreCounter> core() {
        return core;
    }

    /** The address of the first listener, with the port that was really taken. */
    public InetSocketAddress local() {
        return endpoint.local();
    }

    /** Returns what it listens on, with the ports that were really taken. */
    public List<ListeningPoint> listeners() {
        return endpoint.listeners();
    }

    /** Sends BYE to every peer that is still on the line and waits a moment for the answers: a lost BYE is sent again. */
    @Override
    public void close() {
        EventLoop loop = endpoint.eventLoop();
        try {
            CountDownLatch unregistered = new CountDownLatch(1);
            loop.execute(() -> links.stop(unregistered::countDown));
            if (!unregistered.await(GOODBYE_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                LOG.warn("SIP could not take back every registration; they end by themselves");
            }
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
        names.ifPresent(open -> loop.submit(open::close).awaitUninterruptibly(GOODBYE_LIMIT_MS));
        endpoint.close();
    }
}
