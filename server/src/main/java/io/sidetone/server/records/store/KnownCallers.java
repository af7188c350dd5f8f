package io.sidetone.server.records.store;

import org.agrona.collections.LongHashSet;

/**
 * Callers who called before, in memory. Any thread; the lock is held for one look-up.
 *
 * <p>Until the known callers are read from the database, and beyond {@link #MAX}, no caller is new: an introduction too few is better
 * than one too many.
 */
final class KnownCallers {
    /** Visitors that are remembered in memory: 64 MB at most. */
    static final int MAX = 2_000_000;

    private final LongHashSet known = new LongHashSet(1_024);
    private final int max;
    private boolean loaded;

    KnownCallers(int max) {
        this.max = max;
    }

    /** Notes a visitor by the key of his identity. */
    synchronized void add(String key) {
        if (known.size() < max) {
            known.add(number(key));
        }
    }

    /** Everybody the database knows has been added. */
    synchronized void loaded() {
        loaded = true;
    }

    /** Returns whether a caller who is not known is certainly new. */
    synchronized boolean complete() {
        return loaded;
    }

    /** Notes a visitor; returns whether he is certainly new. */
    synchronized boolean first(String key) {
        if (key.isEmpty() || known.size() >= max) {
            return false;
        }
        return known.add(number(key)) && loaded;
    }

    /** The visitor is new again. */
    synchronized void forget(String key) {
        known.remove(number(key));
    }

    synchronized int size() {
        return known.size();
    }

    private static long number(String key) {
        return Long.parseUnsignedLong(key.substring(0, 16), 16);
    }
}
