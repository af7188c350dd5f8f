package io.sidetone.transport.rtp.socket;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which calls claim what packets are told apart by. What several claim tells nothing until one of them is left. */
final class Claims<K> {
    private final Map<K, List<SharedCall>> claimants = new HashMap<>();

    /** Returns the call that alone claims {@code key}, or null. */
    SharedCall only(K key) {
        List<SharedCall> calls = claimants.get(key);
        return calls != null && calls.size() == 1 ? calls.get(0) : null;
    }

    /** Whether any call claims {@code key}. */
    boolean claimed(K key) {
        return claimants.containsKey(key);
    }

    /** Whether {@code call} is one of those that claim {@code key}. */
    boolean claims(K key, SharedCall call) {
        List<SharedCall> calls = claimants.get(key);
        return calls != null && calls.contains(call);
    }

    /** Notes a claim that {@code call} has not made yet. */
    void add(K key, SharedCall call) {
        claimants.computeIfAbsent(key, fresh -> new ArrayList<>(1)).add(call);
    }

    /** Forgets a claim; one that was never made is no harm. */
    void remove(K key, SharedCall call) {
        List<SharedCall> calls = claimants.get(key);
        if (calls != null && calls.remove(call) && calls.isEmpty()) {
            claimants.remove(key);
        }
    }
}
