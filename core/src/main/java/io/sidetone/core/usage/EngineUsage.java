package io.sidetone.core.usage;

import java.util.concurrent.atomic.AtomicLongArray;

/** Work of one engine for one call in one role. Thread-safe; outlives the call. */
public final class EngineUsage {
    private static final int MEASURES = Measure.values().length;

    private final String engine;
    private final String role;
    private final AtomicLongArray counts = new AtomicLongArray(MEASURES);

    EngineUsage(String engine, String role) {
        this.engine = engine;
        this.role = role;
    }

    /** Returns its name in the configuration. */
    public String engine() {
        return engine;
    }

    /** Returns {@code recognizer}, {@code dialogue} or {@code synthesizer}. */
    public String role() {
        return role;
    }

    /** Counts {@code amount}. */
    public void add(Measure measure, long amount) {
        counts.addAndGet(measure.ordinal(), amount);
    }

    /** Returns what was counted so far. */
    public long of(Measure measure) {
        return counts.get(measure.ordinal());
    }
}
