package io.sidetone.transport.capture;

import java.time.Instant;

/**
 * One capture.
 *
 * @param state what it does
 * @param file where it is written
 * @param startedAt when it began
 * @param packets written so far
 * @param bytes of the file so far
 * @param problem why it failed, else empty
 */
public record CaptureStatus(State state, String file, Instant startedAt, long packets, long bytes, String problem) {
    /** States of a capture. */
    public enum State {
        /** It takes packets. */
        RUNNING,
        /** It was asked to end, or its call ended. */
        ENDED,
        /** It has as many bytes, or lasted as long, as one may. */
        LIMITED,
        /** The file could not be written any more. */
        FAILED
    }
}
