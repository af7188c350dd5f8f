package io.sidetone.transport.stream;

/** The timer of an event loop, as a client session needs it. */
@FunctionalInterface
public interface LoopTimer {
    /** Runs {@code task} on the loop after {@code delayMs}; returns what takes that back. Event loop only. */
    Runnable after(long delayMs, Runnable task);
}
