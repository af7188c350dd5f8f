package io.sidetone.config.stream;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import java.time.Duration;

/** A lead is a multiple of 20 ms, the length of a frame. */
public final class WholeFrames implements ValueRule<Duration, Duration> {
    static final String LEAD = "How far ahead of its time audio is sent, a multiple of 20ms: what bridges the network's"
            + " jitter, and what is lost or cleared when the caller cuts in.";
    static final int SHORTEST_MS = 20;
    static final int LONGEST_MS = 500;

    private static final int FRAME_MS = 20;

    @Override
    public Duration apply(Duration lead, String path, Problems problems) {
        long leadMs = lead.toMillis();
        if (leadMs % FRAME_MS == 0) {
            return lead;
        }
        problems.add(
                path,
                "'" + leadMs + "ms' is no whole number of 20 ms frames",
                "write " + (leadMs / FRAME_MS + 1) * FRAME_MS + "ms");
        return Duration.ofMillis(FRAME_MS);
    }
}
