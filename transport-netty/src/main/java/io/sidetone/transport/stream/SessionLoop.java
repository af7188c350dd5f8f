package io.sidetone.transport.stream;

/** The event loop of a connection, as a session needs it. */
public interface SessionLoop extends LoopTimer {
    /** Runs {@code task} on the loop, after what was handed over before. Any thread. */
    void execute(Runnable task);
}
