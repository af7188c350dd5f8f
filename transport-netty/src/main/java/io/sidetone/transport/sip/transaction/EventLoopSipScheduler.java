package io.sidetone.transport.sip.transaction;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** {@link SipScheduler} on a Netty event loop: the loop that also reads the SIP sockets. */
public final class EventLoopSipScheduler implements SipScheduler {
    private final EventLoop loop;
    private final LongSupplier clockNs;

    /**
     * Schedules on {@code loop}.
     *
     * @param loop the SIP event loop
     * @param clockNs the monotonic clock, in nanoseconds, that also stamps incoming messages
     */
    public EventLoopSipScheduler(EventLoop loop, LongSupplier clockNs) {
        this.loop = Objects.requireNonNull(loop, "loop");
        this.clockNs = Objects.requireNonNull(clockNs, "clockNs");
    }

    @Override
    public long nowNs() {
        return clockNs.getAsLong();
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        ScheduledFuture<?> future = loop.schedule(task, Math.max(0, delayNs), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }
}
