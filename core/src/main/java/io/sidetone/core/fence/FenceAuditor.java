package io.sidetone.core.fence;

import io.sidetone.core.metrics.SingleWriterCounter;

/**
 * The witness of law 2: checks a frame before it is written and re-reads the fence after.
 *
 * <p>One instance per event loop, used on that loop only. A frame that was already dead at the check and was written
 * all the same is a defect ({@code stale_frames_sent}, must stay 0); a frame fenced while it was being written is a
 * race that no check can close ({@code fence_races}, at most one per cancellation).
 */
public final class FenceAuditor {
    private final SingleWriterCounter staleDropped = new SingleWriterCounter();
    private final SingleWriterCounter staleFramesSent = new SingleWriterCounter();
    private final SingleWriterCounter fenceRaces = new SingleWriterCounter();
    private long markAtCheck;

    /** Returns whether a frame carrying {@code token} may be written now; counts the drop when it may not. */
    public boolean mayWrite(Fence fence, long token) {
        markAtCheck = fence.mark();
        if (token <= markAtCheck) {
            staleDropped.increment();
            return false;
        }
        return true;
    }

    /** Audits the write that followed {@link #mayWrite}: {@code token} is read again from the frame written. */
    public void written(Fence fence, long token) {
        if (token <= markAtCheck) {
            staleFramesSent.increment();
        } else if (token <= fence.mark()) {
            fenceRaces.increment();
        }
    }

    /** Frames dropped because their turn had been cancelled. */
    public SingleWriterCounter staleDropped() {
        return staleDropped;
    }

    /** Frames written although already dead: must stay 0. */
    public SingleWriterCounter staleFramesSent() {
        return staleFramesSent;
    }

    /** Frames cancelled during their write. */
    public SingleWriterCounter fenceRaces() {
        return fenceRaces;
    }
}
