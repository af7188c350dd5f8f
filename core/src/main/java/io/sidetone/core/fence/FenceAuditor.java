package io.sidetone.core.fence;

import io.sidetone.core.metrics.SingleWriterCounters;
import java.util.Arrays;

/**
 * The witness of law 2: checks a frame before it is written and re-reads the fence after.
 *
 * <p>One instance per event loop, used on that loop only. A frame that was already dead at the check and was written
 * all the same is a defect ({@code stale_frames_sent}, must stay 0); a frame fenced while it was being written is a
 * race that no check can close ({@code fence_races}, at most one per cancellation).
 */
public final class FenceAuditor {
    private static final int FEW = 16;

    private final SingleWriterCounters<FenceCounter> counters = new SingleWriterCounters<>(FenceCounter.class);
    private long markAtCheck;
    private Fence[] fences = new Fence[FEW];
    private long[] tokens = new long[FEW];
    private int gathered;

    /** Returns whether a frame carrying {@code token} may be written now; counts the drop when it may not. */
    public boolean mayWrite(Fence fence, long token) {
        markAtCheck = fence.mark();
        if (token <= markAtCheck) {
            counters.increment(FenceCounter.STALE_DROPPED);
            return false;
        }
        return true;
    }

    /** Audits the write that followed {@link #mayWrite}: {@code token} is read again from the frame written. */
    public void written(Fence fence, long token) {
        if (!convicts(token)) {
            lookForRace(fence, token);
        }
    }

    /** Counts a frame that was dead at its check and was written all the same. */
    private boolean convicts(long token) {
        boolean stale = token <= markAtCheck;
        if (stale) {
            counters.increment(FenceCounter.STALE_FRAMES_SENT);
        }
        return stale;
    }

    private void lookForRace(Fence fence, long token) {
        if (token <= fence.mark()) {
            counters.increment(FenceCounter.FENCE_RACES);
        }
    }

    /**
     * Notes a frame that {@link #mayWrite} let pass and that leaves with others: its fence is read again at {@link #gatheredWritten}. No other
     * frame of that fence may be noted before. {@code token} is read again from the frame.
     */
    public void gathered(Fence fence, long token) {
        if (convicts(token)) {
            return;
        }
        if (gathered == fences.length) {
            fences = Arrays.copyOf(fences, 2 * gathered);
            tokens = Arrays.copyOf(tokens, 2 * gathered);
        }
        fences[gathered] = fence;
        tokens[gathered++] = token;
    }

    /** Audits the write that took all frames {@link #gathered} since the last one. */
    public void gatheredWritten() {
        for (int i = 0; i < gathered; i++) {
            lookForRace(fences[i], tokens[i]);
            fences[i] = null;
        }
        gathered = 0;
    }

    /** Returns the counters. Any thread reads. */
    public SingleWriterCounters<FenceCounter> counters() {
        return counters;
    }
}
