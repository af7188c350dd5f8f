package io.sidetone.transport.rtp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.PortOwner;
import io.sidetone.transport.rtp.rtcp.NtpTime;
import io.sidetone.transport.rtp.socket.OwnPair;
import io.sidetone.transport.rtp.socket.PortBinder;
import io.sidetone.transport.rtp.socket.PortHandler;
import io.sidetone.transport.rtp.socket.PortPair;
import io.sidetone.transport.rtp.socket.SharedPair;
import io.sidetone.transport.rtp.stats.RtpCounter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens media ports: chooses the event loop and the port pair of each call. Thread-safe. */
public final class RtpEndpoints {
    private static final Logger LOG = LoggerFactory.getLogger(RtpEndpoints.class);

    /** Interval at which the loops step what waits for time to pass. */
    public static final long TIMER_INTERVAL_MS = 100;

    /** Pairs tried for one call before giving up: one stray socket must not fail it, a wrong address must. */
    static final int MAX_BIND_ATTEMPTS = 16;

    private final RtpSettings settings;
    private final PortBinder binder;
    private final LongSupplier clock;
    private final RandomGenerator random;
    private final NtpTime time;
    private final RtpPorts ports;
    private final PortShortage shortage;
    private final List<Shared> loops = new ArrayList<>();
    private final AtomicInteger nextLoop = new AtomicInteger();

    /**
     * Parts that the calls of a loop have in common.
     *
     * @param pair null where each call has its own
     */
    private record Shared(EventLoop executor, RtpLoop loop, SharedPair pair) {}

    /**
     * Creates the media ports of a process on {@code eventLoops} and starts their timers.
     *
     * @param lanes lanes that will send
     * @param random unpredictable and thread-safe: chooses ports, SSRCs, first numbers and names
     * @param clock monotonic time in ns
     * @param wallEpochMs wall time now, in ms since 1970
     * @throws BindFailedException when a port that calls are to share is not free
     */
    public RtpEndpoints(
            EventLoops eventLoops,
            RtpSettings settings,
            int lanes,
            RandomGenerator random,
            LongSupplier clock,
            long wallEpochMs)
            throws BindFailedException {
        this(eventLoops, settings, lanes, random, clock, wallEpochMs, LOG::warn);
    }

    RtpEndpoints(
            EventLoops eventLoops,
            RtpSettings settings,
            int lanes,
            RandomGenerator random,
            LongSupplier clock,
            long wallEpochMs,
            Consumer<String> warnings)
            throws BindFailedException {
        this.settings = settings;
        this.binder = new PortBinder(
                eventLoops, settings.bind(), settings.receiveBufferBytes(), settings.expeditedForwarding());
        this.clock = clock;
        this.random = random;
        this.time = new NtpTime(wallEpochMs, clock.getAsLong());
        int firstOwn = settings.firstOwnPort(eventLoops.count());
        this.ports = new RtpPorts(firstOwn, settings.highPort(), settings.portRestNs(), random);
        this.shortage = new PortShortage(settings, warnings);
        UnprovenTargets unproven = new UnprovenTargets();
        for (EventExecutor executor : eventLoops.group()) {
            EventLoop eventLoop = (EventLoop) executor;
            RtpLoop loop =
                    new RtpLoop(eventLoop, eventLoops.calls(eventLoop), clock, lanes, settings.ringFrames(), unproven);
            eventLoop.scheduleAtFixedRate(
                    () -> loop.onTimer(clock.getAsLong()), TIMER_INTERVAL_MS, TIMER_INTERVAL_MS, TimeUnit.MILLISECONDS);
            SharedPair pair = settings.sharedPort() ? shared(eventLoop, loop, warnings) : null;
            loops.add(new Shared(eventLoop, loop, pair));
        }
    }

    private SharedPair shared(EventLoop eventLoop, RtpLoop loop, Consumer<String> warnings) throws BindFailedException {
        int port = settings.pairOfLoop(loops.size());
        SharedPair pair =
                new SharedPair(bound(eventLoop, port), bound(eventLoop, port + 1), loop.counters(), loop.auditor());
        loop.gather(pair.batch());
        String shortage = PortBinder.shortage(pair.rtp());
        if (shortage != null) {
            warnings.accept(shortage);
        }
        reads(pair);
        return pair;
    }

    private Channel bound(EventLoop eventLoop, int port) throws BindFailedException {
        ChannelFuture bound = binder.bindShared(eventLoop, port).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw BindFailedException.of(
                    "rtp.shared-port",
                    PortOwner.Protocol.UDP,
                    new InetSocketAddress(settings.bind(), port),
                    bound.cause());
        }
        return bound.channel();
    }

    private void reads(PortPair pair) {
        pair.rtp().pipeline().addLast(new PortHandler(pair, false, clock));
        pair.rtcp().pipeline().addLast(new PortHandler(pair, true, clock));
        pair.rtp().config().setAutoRead(true);
        pair.rtcp().config().setAutoRead(true);
    }

    private RtpEndpoint endpoint(RtpCall call, Shared shared, PortPair pair) {
        return new RtpEndpoint(call, shared.loop, shared.executor, clock, time, random, pair);
    }

    /** Returns the shared parts of all loops, for metrics. */
    public List<RtpLoop> loops() {
        return loops.stream().map(Shared::loop).toList();
    }

    /**
     * Opens the media port of one call: its own, or a shared one where there is one and {@code far} alone claims its address there.
     *
     * @param far null when nothing is known of the far end's media: the port is the call's own
     * @return completes on the call's media event loop: with the endpoint, or with {@link RtpPortsException}
     */
    public CompletionStage<RtpEndpoint> open(RtpCall call, FarMedia far) {
        Shared shared = loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
        Opening opening = new Opening(call, shared);
        shared.executor.execute(() -> opening.begin(far));
        return opening.result;
    }

    /** The way to one bound pair: RTP socket, RTCP socket, or the next pair. Event loop only. */
    private final class Opening {
        private final RtpCall call;
        private final Shared shared;
        private final CompletableFuture<RtpEndpoint> result = new CompletableFuture<>();
        private int attempts;
        private int port;

        private Opening(RtpCall call, Shared shared) {
            this.call = call;
            this.shared = shared;
        }

        private void begin(FarMedia far) {
            SharedPair pair = shared.pair;
            if (pair == null
                    || call.address().bind() != null
                    || far == null
                    || !far.telling()
                    || !pair.free(far.sources())) {
                attempt();
                return;
            }
            RtpEndpoint endpoint = endpoint(call, shared, pair);
            pair.expect(endpoint, far.sources());
            result.complete(endpoint);
        }

        private void attempt() {
            long nowNs = clock.getAsLong();
            port = ports.acquire(nowNs);
            if (port == RtpPorts.NONE) {
                port = ports.acquireEarly();
                if (port != RtpPorts.NONE) {
                    shared.loop.counters().increment(RtpCounter.PORT_NOT_RESTED);
                    shortage.early(nowNs);
                }
            }
            if (port == RtpPorts.NONE) {
                shared.loop.counters().increment(RtpCounter.PORT_NONE_FREE);
                shortage.none(nowNs);
                result.completeExceptionally(RtpPortsException.exhausted(settings, ports));
                return;
            }
            attempts++;
            binder.bind(shared.executor, call.address().bind(), port)
                    .addListener((ChannelFuture rtp) -> onRtpBound(rtp));
        }

        private void onRtpBound(ChannelFuture rtp) {
            if (!rtp.isSuccess()) {
                failed(rtp.cause());
                return;
            }
            binder.bind(shared.executor, call.address().bind(), port + 1).addListener((ChannelFuture rtcp) -> {
                if (rtcp.isSuccess()) {
                    opened(rtp.channel(), rtcp.channel());
                } else {
                    rtp.channel().close();
                    failed(rtcp.cause());
                }
            });
        }

        private void failed(Throwable cause) {
            ports.release(port, clock.getAsLong());
            if (attempts < MAX_BIND_ATTEMPTS) {
                attempt();
            } else {
                result.completeExceptionally(RtpPortsException.unbindable(settings, attempts, cause));
            }
        }

        private void opened(Channel rtp, Channel rtcp) {
            int pair = port;
            PortPair own = new OwnPair(rtp, rtcp);
            RtpEndpoint endpoint = endpoint(call, shared, own);
            own.expect(endpoint, null);
            reads(own);
            // The pair is the pool's again when both sockets are really gone.
            rtp.closeFuture().addListener(first -> rtcp.closeFuture()
                    .addListener(second -> ports.release(pair, clock.getAsLong())));
            result.complete(endpoint);
        }
    }
}
