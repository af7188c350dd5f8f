package io.sidetone.core.fence;

import io.sidetone.core.metrics.SingleWriterCounters;

/**
 * The witness of law 2: checks a frame before it is written and re-reads the fence after.
 *
 * <p>One instance per event loop, used on that loop only. A frame that was already dead at the check and was written
 * all the same is a defect ({@code stale_frames_sent}, must stay 0); a frame fenced while it was being written is a
 * race that no check can close ({@code fence_races}, at most one per cancellation).
 */
public final class FenceAuditor {
    private final SingleWriterCounters<FenceCounter> counters = new SingleWriterCounters<>(FenceCounter.class);
    private long markAtCheck;

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
        if (token <= markAtCheck) {
            counters.increment(FenceCounter.STALE_FRAMES_SENT);
        } else if (token <= fence.mark()) {
            counters.increment(FenceCounter.FENCE_RACES);
        }
    }

    /** Returns the counters. Any thread reads. */
    public SingleWriterCounters<FenceCounter> counters() {
        return counters;
    }
}
