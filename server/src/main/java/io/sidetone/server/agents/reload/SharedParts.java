package io.sidetone.server.agents.reload;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts that are costly to open and the same in several configurations: opened by the first that needs it, closed with the last.
 * Thread-safe.
 */
public final class SharedParts {
    private static final Logger LOG = LoggerFactory.getLogger(SharedParts.class);

    private final Map<Object, Entry<?>> entries = new HashMap<>();

    /**
     * Opens a part.
     *
     * @param <T> the part
     * @param <X> why it cannot be opened
     * @param <Y> the same
     */
    @FunctionalInterface
    public interface Opening<T, X extends Exception, Y extends Exception> {
        /** Opens it. */
        T open() throws X, Y;
    }

    /**
     * The use of a part by one configuration.
     *
     * @param <T> the part
     */
    public interface Use<T> extends AutoCloseable {
        /** Returns the part. */
        T part();

        /** Ends this use, once; the last use of a part closes it. */
        @Override
        void close();
    }

    private final class Entry<T extends AutoCloseable> {
        private final Object key;
        private final T part;
        private int uses;

        Entry(Object key, T part) {
            this.key = key;
            this.part = part;
        }

        Use<T> use() {
            uses++;
            return new Use<>() {
                private boolean over;

                @Override
                public T part() {
                    return part;
                }

                @Override
                public void close() {
                    synchronized (SharedParts.this) {
                        if (!over) {
                            over = true;
                            given();
                        }
                    }
                }
            };
        }

        private void given() {
            uses--;
            if (uses > 0) {
                return;
            }
            entries.remove(key);
            try {
                part.close();
            } catch (Exception fault) {
                LOG.warn("{} did not close: {}", part.getClass().getSimpleName(), fault.toString());
            }
        }
    }

    /**
     * Returns the part of {@code key}, opened if it is not.
     *
     * @param key all that the part depends on; compared by value
     */
    public synchronized <T extends AutoCloseable, X extends Exception, Y extends Exception> Use<T> use(
            Object key, Opening<T, X, Y> opening) throws X, Y {
        @SuppressWarnings("unchecked")
        Entry<T> entry = (Entry<T>) entries.get(key);
        if (entry == null) {
            entry = new Entry<>(key, opening.open());
            entries.put(key, entry);
        }
        return entry.use();
    }

    /** Parts that are open. */
    public synchronized int open() {
        return entries.size();
    }
}
