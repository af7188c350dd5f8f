package io.sidetone.transport.rtp.socket;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Index of the calls that claim the numbers that packets are told apart by. What several claim tells nothing until one of them is left.
 * Each packet is looked up, and most find the caches cold: a number that one call claims leads to it in two steps.
 */
final class SourceIndex {
    private final Long2ObjectHashMap<SharedCall> sole = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<List<SharedCall>> contested = new Long2ObjectHashMap<>();

    /** Returns the call that alone claims {@code key}, or null. */
    SharedCall only(long key) {
        return sole.get(key);
    }

    /** Returns whether any call claims {@code key}. */
    boolean claimed(long key) {
        return sole.containsKey(key) || contested.containsKey(key);
    }

    /** Notes a claim that {@code call} has not made yet. */
    void add(long key, SharedCall call) {
        List<SharedCall> calls = contested.get(key);
        if (calls != null) {
            calls.add(call);
            return;
        }
        SharedCall first = sole.remove(key);
        if (first == null) {
            sole.put(key, call);
        } else {
            contested.put(key, new ArrayList<>(List.of(first, call)));
        }
    }

    /** Forgets a claim; one that was never made is no harm. */
    void remove(long key, SharedCall call) {
        if (sole.get(key) == call) {
            sole.remove(key);
            return;
        }
        List<SharedCall> calls = contested.get(key);
        if (calls != null && calls.remove(call) && calls.size() == 1) {
            contested.remove(key);
            sole.put(key, calls.get(0));
        }
    }
}
