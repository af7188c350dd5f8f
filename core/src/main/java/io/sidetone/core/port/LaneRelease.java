package io.sidetone.core.port;

/** Acknowledgement that a producer publishes nothing more for a closed call. Any thread, once per producer. */
@FunctionalInterface
public interface LaneRelease {
    /** The producer called {@code who} has released the call. */
    void released(String who);
}
