package io.sidetone.core.call.timeline;

import io.sidetone.core.turn.event.PublishedLog;
import java.util.ArrayList;
import java.util.List;

/**
 * Account of what happened in a call, in order, bounded: when there is too much, lines go from the middle, so that both the beginning and
 * the end of a long call can be read. The lane appends; any thread reads what has been published. A line costs the same however long the
 * call is.
 */
public final class Timeline {
    /** Entries kept at most; when they are more, an eighth goes at once. */
    public static final int CAPACITY = 2_000;

    private static final String PARTIAL = "partial";

    private final PublishedLog<TimelineEntry> beginning = new PublishedLog<>(CAPACITY / 2);
    private final PublishedLog<TimelineEntry> end = new PublishedLog<>(CAPACITY / 2);
    private int begun;

    /**
     * Appends an entry; a {@code partial} takes the place of the partial before it. Lane thread only.
     *
     * @param what a text, or what never changes and says its text when it is read
     */
    public void add(long atMs, String kind, Object what) {
        PublishedLog<TimelineEntry> last = end.last() == null ? beginning : end;
        TimelineEntry entry = new TimelineEntry(atMs, kind, what);
        if (PARTIAL.equals(kind)
                && last.last() != null
                && PARTIAL.equals(last.last().kind())) {
            last.replaceLast(entry);
        } else if (begun < CAPACITY / 2) {
            begun++;
            beginning.add(entry);
        } else {
            end.add(entry);
        }
    }

    /** Returns what has been published so far. Any thread. */
    public List<TimelineEntry> entries() {
        List<TimelineEntry> all = new ArrayList<>(beginning.entries());
        all.addAll(end.entries());
        return all;
    }

    /** Entries that had to go. Any thread. */
    public int dropped() {
        return end.dropped();
    }
}
