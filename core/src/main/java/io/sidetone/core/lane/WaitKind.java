package io.sidetone.core.lane;

import java.util.concurrent.locks.LockSupport;

/** Ways in which a lane thread waits for its next event. */
public enum WaitKind {
    /** Sleeps, and takes frames together: the default, right for machines that do other work too. */
    BLOCKING(true) {
        @Override
        void idle(Object lane, long upToNs) {
            LockSupport.parkNanos(lane, upToNs);
        }
    },
    /** Yields the core to whoever wants it: lower latency at the price of a core when idle. */
    YIELDING(false) {
        @Override
        void idle(Object lane, long upToNs) {
            Thread.yield();
        }
    },
    /** Spins without end: only where every lane has a core of its own. */
    BUSY_SPIN(false) {
        @Override
        void idle(Object lane, long upToNs) {
            Thread.onSpinWait();
        }
    };

    private final boolean sleeps;

    WaitKind(boolean sleeps) {
        this.sleeps = sleeps;
    }

    /** Returns whether the thread has to be woken for an event. */
    boolean sleeps() {
        return sleeps;
    }

    /** Lets {@code lane} wait once, for {@code upToNs} at most, or less. */
    abstract void idle(Object lane, long upToNs);
}
