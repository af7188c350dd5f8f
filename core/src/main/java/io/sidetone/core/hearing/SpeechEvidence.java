package io.sidetone.core.hearing;

import io.sidetone.core.turn.SpeechSource;

/**
 * Choice of the speech score that counts: the latest of the selected source if it is at most 96 ms old in stream
 * position, else that of the energy detector. Lane thread only, no clock, no allocation.
 */
public final class SpeechEvidence {
    /** Age above which a score says nothing of the present frame. */
    public static final int FRESH_MS = 96;

    private static final SpeechSource[] SOURCES = SpeechSource.values();
    private static final long NEVER = Long.MIN_VALUE;

    private final long[] positionsMs = new long[SOURCES.length];
    private final float[] scores = new float[SOURCES.length];
    private SpeechSource selected = SpeechSource.ENERGY;
    private SpeechSource decided = SpeechSource.ENERGY;
    private boolean fallenBack;

    /** Begins with the energy detector and nothing heard of the others. */
    public SpeechEvidence() {
        forget();
    }

    /** Returns a score and its source as one number: what a lane event carries. */
    public static long pack(SpeechSource source, float score) {
        return (long) source.ordinal() << Integer.SIZE | Float.floatToRawIntBits(score) & 0xFFFF_FFFFL;
    }

    /** Takes another source; what it said before counts as long as it is fresh. */
    public void select(SpeechSource source) {
        selected = source;
    }

    /** The selected source. */
    public SpeechSource selected() {
        return selected;
    }

    /** The selected source is not trusted until it speaks steadily again: energy is primary, or is no more. */
    public void fallBack(boolean on) {
        fallenBack = on;
    }

    /** The source that is believed now: the selected one unless it is not trusted. */
    public SpeechSource trusted() {
        return fallenBack ? SpeechSource.ENERGY : selected;
    }

    /** The source whose score counted last: the selected one, or energy in its place. */
    public SpeechSource decided() {
        return decided;
    }

    /**
     * Takes what a source says; the last word counts, whatever its position, for streams may begin again.
     *
     * @param packed as {@link #pack} made it
     * @return the source, or null when it is no score of any
     */
    public SpeechSource take(long streamPosMs, long packed) {
        int source = (int) (packed >>> Integer.SIZE);
        float score = Float.intBitsToFloat((int) packed);
        if (source <= 0 || source >= SOURCES.length || !(score >= 0 && score <= 1)) {
            return null;
        }
        positionsMs[source] = streamPosMs;
        scores[source] = score;
        return SOURCES[source];
    }

    /** Returns the score of the frame that ends at {@code streamPosMs}. */
    public float score(float energy, long streamPosMs) {
        long fromMs = positionsMs[selected.ordinal()];
        boolean fresh = !fallenBack && fromMs != NEVER && fromMs <= streamPosMs && streamPosMs - fromMs <= FRESH_MS;
        decided = fresh ? selected : SpeechSource.ENERGY;
        return fresh ? scores[selected.ordinal()] : energy;
    }

    /** After a hold, what was heard before counts no more. */
    public void forget() {
        java.util.Arrays.fill(positionsMs, NEVER);
    }
}
