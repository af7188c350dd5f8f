package io.sidetone.transport.trunk;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Number of calls that each trunk carries. Thread-safe; calls begin on the SIP event loop alone. */
final class TrunkLoad {
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final TrunkProfiles profiles;

    TrunkLoad(TrunkProfiles profiles) {
        this.profiles = profiles;
    }

    /** Returns whether one more call would be too many for {@code trunk}; null for calls of no trunk, which have no limit here. */
    boolean full(String trunk) {
        return trunk != null
                && calls.getOrDefault(trunk, 0) >= profiles.of(trunk).maxCalls();
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
