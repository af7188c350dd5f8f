package io.sidetone.config;

/**
 * Threads that run the calls.
 *
 * @param count how many
 * @param waitStrategy how an idle lane waits
 */
public record LanesConfig(int count, WaitStrategy waitStrategy) {
    /** How an idle lane waits for events. */
    public enum WaitStrategy {
        /** Sleeps on a condition: costs nothing while idle. */
        BLOCKING,
        /** Spins, then yields: keeps a core busy. */
        YIELDING,
        /** Spins: needs a core of its own. */
        BUSY_SPIN
    }
}
