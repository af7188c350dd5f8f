package io.sidetone.transport.loop;

/** Hears how many calls an event loop carries. On that loop only. */
@FunctionalInterface
public interface CallCountListener {
    /** For loops to which it makes no difference. */
    CallCountListener UNCOUNTED = calls -> {};

    /** The loop carries so many {@code calls} from now on. */
    void carried(int calls);
}
