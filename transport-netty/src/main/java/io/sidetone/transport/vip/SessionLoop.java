package io.sidetone.transport.vip;

/** The event loop of a connection, as a session needs it. */
public interface SessionLoop {
    /** Runs {@code task} on the loop, after what was handed over before. Any thread. */
    void execute(Runnable task);

    /** Runs {@code task} on the loop after {@code delayMs}; returns what takes that back. Event loop only. */
    Runnable after(long delayMs, Runnable task);
}
