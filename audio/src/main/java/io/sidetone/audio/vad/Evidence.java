package io.sidetone.audio.vad;

/**
 * Joins the evidence of single frames into a score: rises within two frames, falls by a fifth per frame. A single frame
 * cannot carry a score beyond itself, so that a click stays one frame.
 */
final class Evidence {
    /** Evidence of a frame at which the score is the shipped threshold. */
    private static final float THRESHOLD = 1f;

    private static final float SMOOTHING = 0.2f;
    private static final float ATTACK = 0.7f;
    private static final int RECENT_FRAMES = 5;

    /** Highest value by the number of recent frames above the threshold, in thresholds. */
    private static final float[] LIMITS = {Float.MAX_VALUE, 1.1f, 1.6f, 3f, Float.MAX_VALUE, Float.MAX_VALUE};

    private float value;
    private int recent;

    /** Takes the evidence of a frame and returns the score, 0 … 1. */
    float add(float evidence) {
        recent = (recent << 1 | (evidence >= THRESHOLD ? 1 : 0)) & (1 << RECENT_FRAMES) - 1;
        value = Math.max(value + SMOOTHING * (evidence - value), ATTACK * evidence);
        value = Math.min(value, LIMITS[Integer.bitCount(recent)] * THRESHOLD);
        return score();
    }

    /** Forgets what was gathered: the sound turned out to be something else. */
    void clear() {
        value = 0;
        recent = 0;
    }

    private float score() {
        float ratio = value / THRESHOLD;
        float at = SpeechDetector.SPEECH_THRESHOLD;
        return ratio < 1 ? at * ratio : at + (1 - at) * (1 - 1 / ratio);
    }
}
