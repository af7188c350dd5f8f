package io.sidetone.transport.trunk;

import java.util.Map;

/**
 * The profiles of all trunks. Immutable; any thread.
 *
 * @param anybody of calls that come over no trunk
 * @param named by the name of the trunk
 */
public record TrunkProfiles(TrunkProfile anybody, Map<String, TrunkProfile> named) {
    /** Copies the map. */
    public TrunkProfiles {
        named = Map.copyOf(named);
    }

    /** Returns the profile of {@code trunk}; with null, or a name that is none of a trunk, that of anybody. */
    public TrunkProfile of(String trunk) {
        return trunk == null ? anybody : named.getOrDefault(trunk, anybody);
    }
}
