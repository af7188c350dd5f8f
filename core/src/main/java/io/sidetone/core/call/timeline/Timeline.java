package io.sidetone.core.call.timeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/** What happened in a call, in order, bounded. The lane appends; any thread reads what has been published. */
public final class Timeline {
    /** Entries kept. */
    public static final int CAPACITY = 2_000;

    private static final String PARTIAL = "partial";

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

    /**
     * Appends an entry. Lane thread only. A {@code partial} takes the place of the partial before it; when the timeline is
     * full the entry in the middle goes, so that both the beginning and the end of a long call can be read.
     */
    public void add(long atMs, String kind, String text) {
        int n = (int) SIZE.get(this);
        TimelineEntry entry = new TimelineEntry(atMs, kind, text);
        if (n > 0 && PARTIAL.equals(kind) && PARTIAL.equals(entries[n - 1].kind())) {
            TimelineEntry[] next = entries.clone();
            next[n - 1] = entry;
            entries = next;
            return;
        }
        if (n == CAPACITY) {
            TimelineEntry[] next = entries.clone();
            System.arraycopy(next, CAPACITY / 2 + 1, next, CAPACITY / 2, CAPACITY / 2 - 1);
            next[CAPACITY - 1] = entry;
            entries = next;
            dropped++;
            return;
        }
        if (n == entries.length) {
            entries = Arrays.copyOf(entries, Math.min(CAPACITY, n * 2));
        }
        entries[n] = entry;
        SIZE.setRelease(this, n + 1);
    }

    /** Returns what has been published so far. Any thread. */
    public List<TimelineEntry> entries() {
        int n = (int) SIZE.getAcquire(this);
        return List.of(Arrays.copyOf(entries, n));
    }

    /** Entries that had to go. */
    public int dropped() {
        return dropped;
    }
}
