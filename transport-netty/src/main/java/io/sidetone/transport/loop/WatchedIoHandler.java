package io.sidetone.transport.loop;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.sidetone.core.metrics.SlowHandlers;
import java.util.function.LongSupplier;

/**
 * Measures how long a loop's handlers and tasks take in each round of the loop: Netty says how long it handled sockets, and between two
 * rounds run the tasks. The time that the loop waits is neither.
 */
final class WatchedIoHandler extends DelegatingIoHandler {
    private static final String WHAT = "a handler";

    private final SlowHandlers slow;
    private final LongSupplier clock;
    private final Timed round = new Timed();
    private boolean ran;
    private long leftNs;
    private long markedNs;

    WatchedIoHandler(IoHandler inside, SlowHandlers slow, LongSupplier clock) {
        super(inside);
        this.slow = slow;
        this.clock = clock;
    }

    @Override
    public int run(IoHandlerContext context) {
        long nowNs = clock.getAsLong();
        if (ran) {
            slow.check(WHAT, leftNs, nowNs);
        }
        // The CPU time is a system call: it is read as often as a slow handler could begin.
        if (!ran || nowNs - markedNs >= SlowHandlers.LIMIT_NS) {
            markedNs = nowNs;
            slow.mark();
        }
        ran = true;
        round.loop = context;
        int handled = inside.run(round);
        leftNs = clock.getAsLong();
        return handled;
    }

    /** Statements of the loop; has Netty measure the time in which sockets are handled. */
    private final class Timed extends Round {
        @Override
        public void reportActiveIoTime(long activeNs) {
            if (activeNs > SlowHandlers.LIMIT_NS) {
                long nowNs = clock.getAsLong();
                slow.check(WHAT, nowNs - activeNs, nowNs);
            }
            if (loop.shouldReportActiveIoTime()) {
                loop.reportActiveIoTime(activeNs);
            }
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return true;
        }
    }
}
