package io.sidetone.transport.sip.endpoint;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import io.sidetone.transport.sip.source.SourcePolicy.Kind;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIP on any number of sockets (RFC 3261 section 18), all on one event loop: who hears the messages is called there, and
 * {@link #connect} and the flows are used there. {@link #bind}, {@link #close} and the counters may be
 * used from any thread.
 */
public final class SipEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SipEndpoint.class);
    private static final int CONNECT_TIMEOUT_MS = 5000;
    private static final long SWEEP_NS = 5_000_000_000L;
    private static final int RATE_SETS = 1024;
    private static final int CLOSE_TIMEOUT_MS = 2000;
    private static final Admission OPENED_BY_US = new Admission(Kind.ANYONE, null);

    private final SipEndpointSettings settings;
    private final EventLoops loops;
    private final EventLoop loop;
    private final LongSupplier nanoClock;
    private final SingleWriterCounters<SipCounter> counters = new SingleWriterCounters<>(SipCounter.class);
    private final SparseLog log;
    private final AllowedPeers peers;
    private final MessageIntake intake;
    private final StreamConnections connections;
    private final OpenedConnections opened = new OpenedConnections();
    private final Listeners listeners;
    private final TlsConnections tls;
    private ScheduledFuture<?> sweep;

    private SipEndpoint(
            SipEndpointSettings settings,
            EventLoops loops,
            SipMessageListener listener,
            LongSupplier nanoClock,
            long seed) {
        this.settings = settings;
        this.loops = loops;
        this.loop = loops.next();
        this.nanoClock = nanoClock;
        this.log = new SparseLog(LOG::warn, settings.logIntervalNs());
        this.peers = new AllowedPeers(settings.sources());
        this.intake = new MessageIntake(
                listener,
                counters,
                log,
                new SourceRateLimiter(settings.invitesPerSecond(), RATE_SETS, seed),
                new SourceRateLimiter(settings.trunkInvitesPerSecond(), RATE_SETS, seed),
                seed);
        this.connections = new StreamConnections(
                settings.maxConnections(),
                settings.idlePerSource(),
                settings.firstMessageTimeoutNs(),
                settings.partialMessageTimeoutNs(),
                settings.idleTimeoutNs(),
                counters,
                log,
                intake);
        this.tls = new TlsConnections(settings.tls());
        settings.listeners().forEach(tls::check);
        this.listeners = new Listeners(settings.listeners(), this::socket);
    }

    /**
     * Binds every listener and begins to receive. Blocks until all are bound; not to be called on an event loop.
     *
     * @param loops gives one loop to this endpoint, and stays the caller's
     * @param nanoClock read once per packet or read, in ns
     * @param seed random secret, for tags and tables that must not be predictable
     * @throws BindFailedException when the address or port cannot be had; nothing stays open
     */
    public static SipEndpoint bind(
            SipEndpointSettings settings,
            EventLoops loops,
            SipMessageListener listener,
            LongSupplier nanoClock,
            long seed)
            throws BindFailedException {
        SipEndpoint endpoint = new SipEndpoint(settings, loops, listener, nanoClock, seed);
        endpoint.open();
        return endpoint;
    }

    private void open() throws BindFailedException {
        listeners.open();
        long everyNs = Math.min(SWEEP_NS, settings.firstMessageTimeoutNs());
        sweep = loop.scheduleAtFixedRate(
                () -> connections.sweep(nanoClock.getAsLong()), everyNs, everyNs, TimeUnit.NANOSECONDS);
    }

    private ChannelFuture socket(ListeningPoint point, InetSocketAddress address) {
        return point.transport() == SipTransport.UDP
                ? datagramBootstrap(point).bind(address)
                : serverBootstrap(point).bind(address);
    }

    private Bootstrap datagramBootstrap(ListeningPoint point) {
        return new Bootstrap()
                .group(loop)
                .channel(loops.datagramChannel())
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(DatagramHandler.receiveBytes(settings.datagramLimits())))
                .handler(new DatagramHandler(point, peers, intake, counters, log, settings.datagramLimits(), nanoClock)
                        .tappedBy(settings.tap()));
    }

    private ServerBootstrap serverBootstrap(ListeningPoint point) {
        return new ServerBootstrap()
                .group(loop)
                .channel(loops.serverSocketChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accept(channel, point.at(channel.parent().localAddress()));
                    }
                });
    }

    private void accept(SocketChannel channel, ListeningPoint point) {
        InetSocketAddress remote = channel.remoteAddress();
        Admission admission = connections.admit(point.transport(), remote, peers, nanoClock.getAsLong());
        if (admission == null) {
            channel.close();
        } else {
            if (point.transport().encrypted()) {
                channel.pipeline().addLast(tls.accepting(channel));
            }
            attach(channel, new StreamFlow(channel, point, channel.localAddress(), remote, admission, counters), true);
        }
    }

    private void attach(Channel channel, StreamFlow flow, boolean accepted) {
        flow.tappedBy(settings.tap());
        StreamHandler handler =
                new StreamHandler(flow, accepted, connections, intake, counters, settings.streamLimits(), nanoClock);
        channel.pipeline().addLast(handler);
        connections.began(handler);
    }

    /**
     * A flow to a peer we choose to talk to, from the listener that reaches it; on the event loop. Over TCP and TLS an open
     * connection to the same address and name is used again, else one is opened: what is sent meanwhile waits, and when it
     * fails {@link SipMessageListener#onFlowClosed} is called. A flow that no listener can carry is closed from the
     * beginning, and says so. The peer may answer although no trunk lists it.
     *
     * @param remote resolved; its host string is the name that was asked for
     */
    public SipFlow connect(SipTransport transport, InetSocketAddress remote) {
        if (remote.isUnresolved()) {
            throw new IllegalArgumentException(
                    "SIP peer " + remote.getHostString() + " is not resolved to an address; resolve it first");
        }
        peers.call(remote.getAddress());
        Listeners.Bound from = listeners.toward(transport, remote.getAddress());
        if (from == null) {
            return new UnreachableFlow(transport, local(), remote, counters);
        }
        ListeningPoint point = from.point();
        if (transport == SipTransport.UDP) {
            Admission admission = peers.admit(remote.getAddress());
            DatagramFlow flow =
                    new DatagramFlow(from.channel(), point, point.address(), remote, remote, admission, counters);
            flow.tappedBy(settings.tap());
            return flow;
        }
        StreamFlow existing = opened.find(transport, remote);
        return existing == null ? open(point, remote) : existing;
    }

    private StreamFlow open(ListeningPoint from, InetSocketAddress remote) {
        Admission admission = settings.sources().admit(remote.getAddress());
        StreamFlow flow = new StreamFlow(
                null, from, from.address(), remote, admission.admitted() ? admission : OPENED_BY_US, counters);
        opened.add(flow);
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(loops.socketChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (flow.transport().encrypted()) {
                            channel.pipeline().addLast(tls.dialling(channel, remote));
                        }
                        attach(channel, flow, false);
                    }
                });
        InetAddress here = from.address().getAddress();
        if (!here.isAnyLocalAddress()) {
            bootstrap.localAddress(new InetSocketAddress(here, 0));
        }
        bootstrap.connect(remote).addListener((ChannelFuture done) -> {
            if (done.isSuccess()) {
                counters.increment(SipCounter.CONNECTIONS_OPENED);
                if (!flow.transport().encrypted()) {
                    flow.opened(done.channel());
                }
            } else {
                connectFailed(flow, done.cause());
            }
        });
        return flow;
    }

    private void connectFailed(StreamFlow flow, Throwable cause) {
        long nowNs = nanoClock.getAsLong();
        intake.refuse(SipCounter.CONNECT_FAILED, String.valueOf(cause.getMessage()), flow, nowNs);
        connections.failed(flow);
        flow.failed(reason(cause, flow));
        if (flow.markClosed()) {
            intake.closed(flow, nowNs);
        }
    }

    /** The address of the first listener; its port is the real one. Any thread. */
    public InetSocketAddress local() {
        return listeners().get(0).address();
    }

    /** Returns what it listens on, with the ports that were really taken. Any thread. */
    public List<ListeningPoint> listeners() {
        return listeners.points();
    }

    /** The loop everything runs on. */
    public EventLoop eventLoop() {
        return loop;
    }

    /** The counters. Any thread. */
    public SingleWriterCounters<SipCounter> counters() {
        return counters;
    }

    /** Closes every socket and every connection, and waits for it; not to be called on an event loop. */
    @Override
    public void close() {
        sweep.cancel(false);
        listeners.close();
        loop.submit(() -> {
                    connections.closeAll();
                    tls.close();
                })
                .awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }

    /** Why a connection was not made, in words that say what to do. */
    private static String reason(Throwable cause, StreamFlow flow) {
        InetSocketAddress remote = flow.remote();
        String there = NetUtil.toSocketAddressString(remote);
        String transport = flow.transport().parameter();
        if (cause instanceof ConnectTimeoutException) {
            return there + " does not answer; check the address, and that firewalls on the way let " + transport
                    + " through";
        }
        if (cause instanceof NoRouteToHostException) {
            return "there is no way to " + there + "; check the address and the routes of this machine";
        }
        if (cause instanceof ConnectException) {
            return "nothing listens at " + there + " for " + transport
                    + " (connection refused); check host, port and transport, and that the peer runs";
        }
        return cause.getMessage() + "; check that the firewall lets " + transport + " through";
    }
}
