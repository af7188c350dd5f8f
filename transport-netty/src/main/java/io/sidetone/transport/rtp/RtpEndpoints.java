package io.sidetone.transport.rtp;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.rtcp.NtpTime;
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

    /** How often the loops step what waits for time to pass. */
    public static final long TIMER_INTERVAL_MS = 100;

    /** Pairs tried for one call before giving up: one stray socket must not fail it, a wrong address must. */
    static final int MAX_BIND_ATTEMPTS = 16;

    private static final int MAX_DATAGRAM_BYTES = 2048;
    private static final int DSCP_EXPEDITED_FORWARDING = 46 << 2;

    private final EventLoops eventLoops;
    private final RtpSettings settings;
    private final LongSupplier clock;
    private final RandomGenerator random;
    private final NtpTime time;
    private final RtpPorts ports;
    private final PortShortage shortage;
    private final List<Shared> loops = new ArrayList<>();
    private final AtomicInteger nextLoop = new AtomicInteger();

    private record Shared(EventLoop executor, RtpLoop loop) {}

    /**
     * Creates the media ports of a process on {@code eventLoops} and starts their timers.
     *
     * @param lanes lanes that will send
     * @param random unpredictable and thread-safe: chooses ports, SSRCs, first numbers and names
     * @param clock monotonic time in ns
     * @param wallEpochMs wall time now, in ms since 1970
     */
    public RtpEndpoints(
            EventLoops eventLoops,
            RtpSettings settings,
            int lanes,
            RandomGenerator random,
            LongSupplier clock,
            long wallEpochMs) {
        this(eventLoops, settings, lanes, random, clock, wallEpochMs, LOG::warn);
    }

    RtpEndpoints(
            EventLoops eventLoops,
            RtpSettings settings,
            int lanes,
            RandomGenerator random,
            LongSupplier clock,
            long wallEpochMs,
            Consumer<String> warnings) {
        this.eventLoops = eventLoops;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.time = new NtpTime(wallEpochMs, clock.getAsLong());
        this.ports = new RtpPorts(settings.lowPort(), settings.highPort(), settings.portRestNs(), random);
        this.shortage = new PortShortage(settings, warnings);
        for (EventExecutor executor : eventLoops.group()) {
            EventLoop eventLoop = (EventLoop) executor;
            RtpLoop loop = new RtpLoop(eventLoop, eventLoops.calls(eventLoop), clock, lanes, settings.ringFrames());
            eventLoop.scheduleAtFixedRate(
                    () -> loop.onTimer(clock.getAsLong()), TIMER_INTERVAL_MS, TIMER_INTERVAL_MS, TimeUnit.MILLISECONDS);
            loops.add(new Shared(eventLoop, loop));
        }
    }

    /** Returns the shared parts of all loops, for metrics. */
    public List<RtpLoop> loops() {
        return loops.stream().map(Shared::loop).toList();
    }

    /** Returns the port pool, for metrics. */
    public RtpPorts ports() {
        return ports;
    }

    /**
     * Opens the media port of one call.
     *
     * @return completes on the call's media event loop: with the endpoint, or with {@link RtpPortsException}
     */
    public CompletionStage<RtpEndpoint> open(RtpCall call) {
        Shared shared = loops.get(Math.floorMod(nextLoop.getAndIncrement(), loops.size()));
        Opening opening = new Opening(call, shared);
        shared.executor.execute(opening::attempt);
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
            bind(port).addListener((ChannelFuture rtp) -> onRtpBound(rtp));
        }

        private void onRtpBound(ChannelFuture rtp) {
            if (!rtp.isSuccess()) {
                failed(rtp.cause());
                return;
            }
            bind(port + 1).addListener((ChannelFuture rtcp) -> {
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
            RtpEndpoint endpoint = new RtpEndpoint(call, shared.loop, shared.executor, clock, time, random, rtp, rtcp);
            rtp.pipeline().addLast(new RtpChannelHandler(endpoint, false, clock));
            rtcp.pipeline().addLast(new RtpChannelHandler(endpoint, true, clock));
            rtp.config().setAutoRead(true);
            rtcp.config().setAutoRead(true);
            // The pair is the pool's again when both sockets are really gone.
            rtp.closeFuture().addListener(first -> rtcp.closeFuture()
                    .addListener(second -> ports.release(pair, clock.getAsLong())));
            result.complete(endpoint);
        }

        private ChannelFuture bind(int localPort) {
            ChannelFuture bound = new Bootstrap()
                    .group(shared.executor)
                    .channel(eventLoops.datagramChannel())
                    .option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes())
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(MAX_DATAGRAM_BYTES).maxMessagesPerRead(1))
                    // Nothing is read until the endpoint is there to count it.
                    .option(ChannelOption.AUTO_READ, false)
                    .handler(new ChannelInboundHandlerAdapter())
                    .bind(new InetSocketAddress(settings.bind(), localPort));
            if (settings.expeditedForwarding()) {
                bound.addListener((ChannelFuture future) -> {
                    if (future.isSuccess()) {
                        mark(future.channel());
                    }
                });
            }
            return bound;
        }

        private void mark(Channel channel) {
            try {
                channel.config().setOption(ChannelOption.IP_TOS, DSCP_EXPEDITED_FORWARDING);
            } catch (RuntimeException ignored) {
                // Best effort: without the mark packets travel all the same.
            }
        }
    }
}
