package io.sidetone.speech.meter;

import java.util.concurrent.atomic.LongAdder;

/** A number that only grows. Thread-safe. */
public class Count {
    private final LongAdder all = new LongAdder();

    Count() {}

    /** Adds {@code amount}. */
    public void add(long amount) {
        all.add(amount);
    }

    /** Adds one. */
    public final void increment() {
        add(1);
    }

    /** Returns the number. */
    public long sum() {
        return all.sum();
    }
}
