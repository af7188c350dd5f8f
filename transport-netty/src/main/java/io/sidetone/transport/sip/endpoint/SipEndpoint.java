package io.sidetone.transport.sip.endpoint;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.ScheduledFuture;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.PortOwner;
import io.sidetone.transport.sip.endpoint.SourcePolicy.Admission;
import io.sidetone.transport.sip.endpoint.SourcePolicy.Kind;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIP over UDP and TCP on one address and port (RFC 3261 section 18). Everything runs on one event loop: the listener is
 * called there, and {@link #connect} and the flows are used there. {@link #bind}, {@link #close} and the counters may be
 * used from any thread.
 */
public final class SipEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SipEndpoint.class);
    private static final int CONNECT_TIMEOUT_MS = 5000;
    private static final long SWEEP_NS = 5_000_000_000L;
    private static final int PORT_ATTEMPTS = 16;
    private static final int RATE_SETS = 1024;
    private static final int CLOSE_TIMEOUT_MS = 2000;
    private static final Admission OPENED_BY_US = new Admission(Kind.ANYONE, null);

    private final SipEndpointSettings settings;
    private final EventLoops loops;
    private final EventLoop loop;
    private final LongSupplier nanoClock;
    private final SingleWriterCounters<SipCounter> counters = new SingleWriterCounters<>(SipCounter.class);
    private final SparseLog log;
    private final Peers peers;
    private final MessageIntake intake;
    private final StreamConnections connections;
    private final Map<InetSocketAddress, StreamFlow> opened = new HashMap<>();
    private Channel datagrams;
    private Channel server;
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
        this.peers = new Peers(settings.sources());
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
    }

    /**
     * Binds UDP and TCP and begins to receive. Blocks until both are bound; not to be called on an event loop.
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
        boolean anyPort = settings.bind().getPort() == 0;
        int attempt = 0;
        while (true) {
            attempt++;
            ChannelFuture udp = datagramBootstrap().bind(settings.bind()).awaitUninterruptibly();
            if (!udp.isSuccess()) {
                throw BindFailedException.of("sip", PortOwner.Protocol.UDP, settings.bind(), udp.cause());
            }
            InetSocketAddress bound = (InetSocketAddress) udp.channel().localAddress();
            ChannelFuture tcp = serverBootstrap().bind(bound).awaitUninterruptibly();
            if (tcp.isSuccess()) {
                datagrams = udp.channel();
                server = tcp.channel();
                break;
            }
            udp.channel().close().awaitUninterruptibly();
            if (!anyPort || attempt == PORT_ATTEMPTS) {
                throw BindFailedException.of("sip", PortOwner.Protocol.TCP, bound, tcp.cause());
            }
        }
        long everyNs = Math.min(SWEEP_NS, settings.firstMessageTimeoutNs());
        sweep = loop.scheduleAtFixedRate(
                () -> connections.sweep(nanoClock.getAsLong()), everyNs, everyNs, TimeUnit.NANOSECONDS);
    }

    private Bootstrap datagramBootstrap() {
        return new Bootstrap()
                .group(loop)
                .channel(loops.datagramChannel())
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(DatagramHandler.receiveBytes(settings.datagramLimits())))
                .handler(new DatagramHandler(peers, intake, counters, log, settings.datagramLimits(), nanoClock));
    }

    private ServerBootstrap serverBootstrap() {
        return new ServerBootstrap()
                .group(loop)
                .channel(loops.serverSocketChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accept(channel);
                    }
                });
    }

    private void accept(SocketChannel channel) {
        InetSocketAddress remote = channel.remoteAddress();
        Admission admission = connections.admit(remote, peers, nanoClock.getAsLong());
        if (admission == null) {
            channel.close();
        } else {
            attach(channel, new StreamFlow(channel, channel.localAddress(), remote, admission, counters), true);
        }
    }

    private void attach(Channel channel, StreamFlow flow, boolean accepted) {
        StreamHandler handler =
                new StreamHandler(flow, accepted, connections, intake, counters, settings.streamLimits(), nanoClock);
        channel.pipeline().addLast(handler);
        connections.began(handler);
    }

    /**
     * A flow to a peer we choose to talk to, from this endpoint's address; on its event loop. Over TCP an open connection
     * to the same address is used again, else one is opened: what is sent meanwhile waits, and when it fails
     * {@link SipMessageListener#onFlowClosed} is called. The peer may answer although no trunk lists it.
     *
     * @param remote resolved
     */
    public SipFlow connect(SipTransport transport, InetSocketAddress remote) {
        if (remote.isUnresolved()) {
            throw new IllegalArgumentException(
                    "SIP peer " + remote.getHostString() + " is not resolved to an address; resolve it first");
        }
        peers.call(remote.getAddress());
        if (transport == SipTransport.UDP) {
            return new DatagramFlow(datagrams, local(), remote, remote, peers.admit(remote.getAddress()), counters);
        }
        StreamFlow existing = opened.get(remote);
        if (existing != null && existing.isOpen()) {
            return existing;
        }
        return open(remote);
    }

    private StreamFlow open(InetSocketAddress remote) {
        Admission admission = settings.sources().admit(remote.getAddress());
        StreamFlow flow =
                new StreamFlow(null, local(), remote, admission.admitted() ? admission : OPENED_BY_US, counters);
        opened.values().removeIf(old -> !old.isOpen());
        opened.put(remote, flow);
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(loops.socketChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        attach(channel, flow, false);
                    }
                });
        if (!local().getAddress().isAnyLocalAddress()) {
            bootstrap.localAddress(new InetSocketAddress(local().getAddress(), 0));
        }
        bootstrap.connect(remote).addListener((ChannelFuture done) -> {
            if (done.isSuccess()) {
                counters.increment(SipCounter.CONNECTIONS_OPENED);
                flow.opened(done.channel());
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
        if (flow.markClosed()) {
            intake.closed(flow, nowNs);
        }
    }

    /** The bound address; its port is the real one. Any thread. */
    public InetSocketAddress local() {
        return (InetSocketAddress) datagrams.localAddress();
    }

    /** The loop everything runs on. */
    public EventLoop eventLoop() {
        return loop;
    }

    /** The counters. Any thread. */
    public SingleWriterCounters<SipCounter> counters() {
        return counters;
    }

    /** Closes both sockets and every connection, and waits for it; not to be called on an event loop. */
    @Override
    public void close() {
        sweep.cancel(false);
        server.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        datagrams.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        loop.submit(connections::closeAll).awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
}
