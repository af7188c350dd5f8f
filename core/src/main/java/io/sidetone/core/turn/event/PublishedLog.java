package io.sidetone.core.turn.event;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A bounded log with one writer and any reader. When it is full the oldest quarter goes and is counted. An entry costs the same
 * however long the log is; to replace the last one allocates nothing.
 *
 * @param <T> immutable entries
 */
public final class PublishedLog<T> {
    private static final int FIRST_SIZE = 16;

    private final int capacity;
    private volatile Page page = new Page(new Object[FIRST_SIZE], 0, 0);

    /** Entries beyond {@code size} may be written by then; a reader of this page does not look at them. */
    private static final class Page {
        private final Object[] entries;
        private final int dropped;
        private volatile int size;

        private Page(Object[] entries, int size, int dropped) {
            this.entries = entries;
            this.size = size;
            this.dropped = dropped;
        }
    }

    /** Creates an empty log that keeps {@code capacity} entries, at least {@value #FIRST_SIZE}. */
    public PublishedLog(int capacity) {
        this.capacity = Math.max(FIRST_SIZE, capacity);
    }

    /** Appends. Owning thread only. */
    public void add(T entry) {
        Page now = page;
        int size = now.size;
        Page next = now;
        if (size == capacity) {
            int gone = capacity / 4;
            next = new Page(Arrays.copyOfRange(now.entries, gone, gone + capacity), size - gone, now.dropped + gone);
        } else if (size == now.entries.length) {
            next = new Page(Arrays.copyOf(now.entries, Math.min(capacity, size * 2)), size, now.dropped);
        }
        next.entries[next.size] = entry;
        next.size++;
        if (next != now) {
            page = next;
        }
    }

    /** Puts {@code entry} in the place of the last one. Owning thread only; not to be called on an empty log. */
    public void replaceLast(T entry) {
        Page now = page;
        now.entries[now.size - 1] = entry;
        // Written again, so that readers see the entry from now on; until then they see either one.
        now.size = now.size;
    }

    /** Returns what is kept, oldest first. Any thread. */
    @SuppressWarnings("unchecked") // only add and replaceLast fill the array
    public List<T> entries() {
        Page now = page;
        return (List<T>) Collections.unmodifiableList(Arrays.asList(Arrays.copyOf(now.entries, now.size)));
    }

    /** Returns the last entry, or null. Any thread. */
    @SuppressWarnings("unchecked") // as above
    public T last() {
        Page now = page;
        return now.size == 0 ? null : (T) now.entries[now.size - 1];
    }

    /** Entries that had to go. Any thread. */
    public int dropped() {
        return page.dropped;
    }
}
