package io.sidetone.bench.lane;

import java.util.function.LongSupplier;

/** Waits for another thread without a lock: spins briefly, then yields the core, and stops after a limit. */
final class Await {
    private static final int SPINS = 200;

    private Await() {}

    /** Returns the first value above {@code floor}, or {@code floor} when none appeared within {@code limitNs}. */
    static long awaitAbove(LongSupplier value, long floor, long limitNs) {
        for (int i = 0; i < SPINS; i++) {
            long now = value.getAsLong();
            if (now > floor) {
                return now;
            }
            Thread.onSpinWait();
        }
        long giveUpNs = System.nanoTime() + limitNs;
        while (System.nanoTime() - giveUpNs < 0) {
            long now = value.getAsLong();
            if (now > floor) {
                return now;
            }
            Thread.yield();
        }
        return floor;
    }
}
