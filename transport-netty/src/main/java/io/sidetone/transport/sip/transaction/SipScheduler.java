package io.sidetone.transport.sip.transaction;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Time of the SIP event loop: the only source of timers for transactions, dialogs and calls.
 *
 * <p>Every task runs on the SIP event loop, so nothing that uses it needs a lock.
 */
public interface SipScheduler {
    /** Returns the loop's monotonic time in nanoseconds, on the same clock as the {@code nowNs} handed in with messages. */
    long nowNs();

    /**
     * Runs {@code task} once, {@code delayNs} from now.
     *
     * @param delayNs nanoseconds; zero or less means at the next turn of the loop, never inside this call
     */
    Timer schedule(long delayNs, Runnable task);

    /** A task that is still to run. */
    interface Timer {
        /** Stops the task if it has not run; afterwards it never runs. */
        void cancel();
    }

    /**
     * Returns the scheduler of a Netty event loop: the loop that also reads the SIP sockets.
     *
     * @param clockNs the monotonic clock, in nanoseconds, that also stamps incoming messages
     */
    static SipScheduler of(EventLoop loop, LongSupplier clockNs) {
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(clockNs, "clockNs");
        return new SipScheduler() {
            @Override
            public long nowNs() {
                return clockNs.getAsLong();
            }

            @Override
            public Timer schedule(long delayNs, Runnable task) {
                ScheduledFuture<?> future = loop.schedule(task, Math.max(0, delayNs), TimeUnit.NANOSECONDS);
                return () -> future.cancel(false);
            }
        };
    }
}
