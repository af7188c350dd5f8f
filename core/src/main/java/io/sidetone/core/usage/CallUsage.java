package io.sidetone.core.usage;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Work of the engines for one call. The engines count, each on its own threads; the lane neither writes nor reads it, so a
 * replay does not depend on it. Thread-safe; outlives the call.
 */
public final class CallUsage {
    private final List<EngineUsage> engines = new CopyOnWriteArrayList<>();

    /** Returns the tally of {@code engine} in {@code role}, which begins with the first question for it. */
    public EngineUsage of(String engine, String role) {
        EngineUsage known = find(engine, role);
        if (known != null) {
            return known;
        }
        synchronized (this) {
            EngineUsage meanwhile = find(engine, role);
            if (meanwhile != null) {
                return meanwhile;
            }
            EngineUsage begun = new EngineUsage(engine, role);
            engines.add(begun);
            return begun;
        }
    }

    private EngineUsage find(String engine, String role) {
        for (EngineUsage each : engines) {
            if (each.engine().equals(engine) && each.role().equals(role)) {
                return each;
            }
        }
        return null;
    }

    /** Returns every tally, in the order in which engines were opened. */
    public List<EngineUsage> engines() {
        return List.copyOf(engines);
    }

    /** Returns the sum over all engines. */
    public long total(Measure measure) {
        long sum = 0;
        for (EngineUsage each : engines) {
            sum += each.of(measure);
        }
        return sum;
    }
}
