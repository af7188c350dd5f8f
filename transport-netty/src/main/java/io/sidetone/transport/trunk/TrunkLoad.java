package io.sidetone.transport.trunk;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/** How many calls each trunk carries. Thread-safe; calls begin on the SIP event loop alone. */
final class TrunkLoad {
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private ToIntFunction<String> most = trunk -> Integer.MAX_VALUE;

    /** Says how many calls a trunk may carry, by its name. */
    void limit(ToIntFunction<String> ofTrunk) {
        most = ofTrunk;
    }

    /** Whether one more call would be too many for {@code trunk}; null for calls of no trunk, which have no limit here. */
    boolean full(String trunk) {
        return trunk != null && calls.getOrDefault(trunk, 0) >= most.applyAsInt(trunk);
    }

    void began(String trunk) {
        if (trunk != null) {
            calls.merge(trunk, 1, Integer::sum);
        }
    }

    void ended(String trunk) {
        if (trunk != null) {
            calls.merge(trunk, -1, Integer::sum);
        }
    }
}
