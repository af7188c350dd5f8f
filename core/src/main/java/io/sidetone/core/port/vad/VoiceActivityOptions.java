package io.sidetone.core.port.vad;

import java.nio.file.Path;

/**
 * Options of how a detector is to run.
 *
 * @param model its file
 * @param threads that compute one batch together
 * @param intervalMs how often it looks for what the calls have said; 0: it has no thread of its own and answers while it is
 *     given a frame, so that a recording is judged the same every time
 */
public record VoiceActivityOptions(Path model, int threads, int intervalMs) {
    /** Checks the numbers. */
    public VoiceActivityOptions {
        if (threads < 1 || intervalMs < 0) {
            throw new IllegalArgumentException("a detector cannot run with " + threads + " threads every " + intervalMs
                    + " ms; give at least 1 thread and 0 ms");
        }
    }
}
