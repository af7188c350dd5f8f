package io.sidetone.server.calls.outbound;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Pace at which calls are placed, by the name of the trunk: a second's worth at once at most. Thread-safe. */
final class PaceLimits {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Long> freeNs = new HashMap<>();

    /** Takes one of {@code perSecond}; returns 0, or for how long to wait, in ns, where there is none. */
    synchronized long wait(String trunk, int perSecond, long nowNs) {
        long eachNs = SECOND_NS / perSecond;
        Long known = freeNs.get(trunk);
        long free = known == null || known - nowNs < 0 ? nowNs : known;
        if (free + eachNs - nowNs > SECOND_NS) {
            return free + eachNs - nowNs - SECOND_NS;
        }
        freeNs.put(trunk, free + eachNs);
        return 0;
    }
}
