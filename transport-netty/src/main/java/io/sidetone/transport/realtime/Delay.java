package io.sidetone.transport.realtime;

/** Runs something later, on the same event loop. */
@FunctionalInterface
interface Delay {
    /** Runs {@code step} after {@code ms}; returns what takes it back. */
    Runnable after(long ms, Runnable step);
}
