package io.sidetone.bench.lane;

import io.sidetone.core.call.NoTap;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import org.HdrHistogram.Histogram;

/**
 * What an interruption by a key spends its time with: waiting for its turn in the ring, and from there until the sender sees the
 * fence. One interruption at a time. The lane writes before it publishes the fence, the sender reads after it has seen it.
 */
final class CommitStages extends NoTap {
    private final Histogram untilTurn = new Histogram(60_000_000_000L, 3);
    private final Histogram fromTurn = new Histogram(60_000_000_000L, 3);
    private long turnNs;

    @Override
    public void input(LaneEvent event, long sequence) {
        if (event.type() == LaneEventType.DIGIT) {
            turnNs = System.nanoTime();
        }
    }

    /** Takes an interruption that was published and seen then, both in ns of {@link System#nanoTime}. Sender's thread. */
    void record(long publishedNs, long seenNs) {
        untilTurn.recordValue(Math.max(0, turnNs - publishedNs));
        fromTurn.recordValue(Math.max(0, seenNs - turnNs));
    }

    /** From the publication to the lane's first step for it. */
    Histogram untilTurn() {
        return untilTurn;
    }

    /** From that step until the sender has seen the fence. */
    Histogram fromTurn() {
        return fromTurn;
    }
}
