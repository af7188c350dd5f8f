package io.sidetone.transport.rtp.client;

/** Absolute deadlines of 20 ms frames; lateness is made up to a few frames, beyond that frames are skipped. */
final class FramePacer {
    static final long FRAME_NS = 20_000_000L;

    /** Frames that may be sent at once to catch up. */
    static final int MAX_BURST = 3;

    private final long startNs;
    private long next;

    /** The first frame is due at {@code startNs}. */
    FramePacer(long startNs) {
        this.startNs = startNs;
    }

    /** Returns when the next frame is due. */
    long deadlineNs() {
        return startNs + next * FRAME_NS;
    }

    /** Takes the next frame, which is due, and returns its number; numbers jump over frames that were skipped. */
    long take(long nowNs) {
        long due = (nowNs - startNs) / FRAME_NS;
        next = Math.max(next, due - MAX_BURST + 1);
        return next++;
    }
}
