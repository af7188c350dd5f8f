package io.sidetone.core.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/** What happened in a call, in order, bounded. The lane appends; any thread reads what has been published. */
public final class Timeline {
    /** Entries kept; later ones are counted only. */
    public static final int CAPACITY = 2_000;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Timeline.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile TimelineEntry[] entries = new TimelineEntry[32];

    @SuppressWarnings("unused") // accessed through SIZE
    private int size;

    private int dropped;

    /** Appends an entry. Lane thread only. */
    public void add(long atMs, String kind, String text) {
        int n = (int) SIZE.get(this);
        if (n == CAPACITY) {
            dropped++;
            return;
        }
        if (n == entries.length) {
            entries = Arrays.copyOf(entries, Math.min(CAPACITY, n * 2));
        }
        entries[n] = new TimelineEntry(atMs, kind, text);
        SIZE.setRelease(this, n + 1);
    }

    /** Returns what has been published so far. Any thread. */
    public List<TimelineEntry> entries() {
        int n = (int) SIZE.getAcquire(this);
        return List.of(Arrays.copyOf(entries, n));
    }

    /** Entries that found no room. */
    public int dropped() {
        return dropped;
    }
}
