package io.sidetone.core.lane;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;

/** How a lane thread waits for its next event. */
public enum WaitKind {
    /** Sleeps on a condition: the default, right for machines that do other work too. */
    BLOCKING {
        @Override
        WaitStrategy strategy() {
            return new BlockingWaitStrategy();
        }
    },
    /** Spins, then yields: lower latency at the price of a core when idle. */
    YIELDING {
        @Override
        WaitStrategy strategy() {
            return new YieldingWaitStrategy();
        }
    },
    /** Spins without end: only where every lane has a core of its own. */
    BUSY_SPIN {
        @Override
        WaitStrategy strategy() {
            return new BusySpinWaitStrategy();
        }
    };

    abstract WaitStrategy strategy();
}
