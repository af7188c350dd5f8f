package io.sidetone.core.hearing;

import io.sidetone.audio.SampleRate;

/**
 * Notices where the caller's audio reached the lane too late or not at all although the network lost nothing: frames that
 * the lane's ring refused, and frames that came long after their time. Both cut an utterance in two, for silence is counted
 * by the clock. Lane thread only; nothing is allocated while nothing is missing.
 */
public final class AudioGaps {
    /** Audio that pauses for so long without a gap in its stream came late. */
    public static final long LATE_NS = 300_000_000L;

    /** One line says what happened within so long. */
    private static final long QUIET_NS = 1_000_000_000L;

    private static final int FRAME_MS = 20;
    private static final long MS = 1_000_000L;

    private final int frameSamples;
    private long refused;
    private long reportedRefused;
    private long reportedNs;
    private boolean reported;
    private long lastNs;
    private long nextStreamSamples = -1;

    /** Looks at frames of {@code rateHz}. */
    public AudioGaps(int rateHz) {
        this.frameSamples = SampleRate.frameSamples(rateHz);
    }

    /**
     * A frame came.
     *
     * @param streamSamples its position in the caller's stream
     * @param refusedBefore frames of the call that the ring refused so far
     * @return what a person is to read of it, or null
     */
    public String frame(long streamSamples, int samples, long refusedBefore, long nowNs) {
        boolean follows = Math.abs(streamSamples - nextStreamSamples) < frameSamples;
        boolean late = nextStreamSamples >= 0 && follows && refusedBefore == refused && nowNs - lastNs >= LATE_NS;
        long gapMs = (nowNs - lastNs) / MS;
        refused = refusedBefore;
        nextStreamSamples = streamSamples + samples;
        lastNs = nowNs;
        if (late) {
            return "no frame of the caller for " + gapMs + " ms, and then all of them: they were held up on their way";
        }
        if (refused == reportedRefused || (reported && nowNs - reportedNs < QUIET_NS)) {
            return null;
        }
        long frames = refused - reportedRefused;
        reported = true;
        reportedRefused = refused;
        reportedNs = nowNs;
        return "the lane was behind and refused " + frames + " frames of the caller (" + frames * FRAME_MS + " ms)";
    }

    /** The stream pauses, by a hold: what comes next is not late. */
    public void forget() {
        nextStreamSamples = -1;
    }

    /** Frames that the lane's ring refused, as of the last frame that it took. */
    public long refused() {
        return refused;
    }
}
