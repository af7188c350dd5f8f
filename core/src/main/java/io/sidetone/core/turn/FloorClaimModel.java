package io.sidetone.core.turn;

import io.sidetone.audio.prosody.LoudnessContour;
import java.util.Map;

/**
 * Length that speech over the agent must have to take the floor, by how it sounds: a logistic regression over its length, how far it
 * has faded, how many syllables it has, and how sure it is that a voice sounds now, learnt from recordings ({@code
 * scripts/learn-ends}, docs/vad.md). Immutable; five numbers, read once. Allocates nothing.
 */
final class FloorClaimModel {
    private static final String RESOURCE = "floor-wish.txt";

    /** The length at which the policy's number is in the middle. */
    private static final float USUAL_MS = 640f;

    /**
     * Share, five eighths, of the policy's number that a caller needs who wants the floor beyond doubt; one who does not want it needs 19
     * sixteenths.
     */
    private static final float LEAST = 0.625f;

    private static final float MOST = 1.1875f;

    /** Evidence beyond even odds that is wanted: chosen on the recordings it was learnt from. */
    private static final float CAUTION = 0.5f;

    /** A single outlier must not decide. */
    private static final float MOST_FADED_DB = 25f;

    private static final int MOST_SYLLABLES = 5;

    private static final float LENGTH_PER_MS;
    private static final float FADED_PER_DB;
    private static final float SYLLABLE;
    private static final float SCORE;
    private static final float BIAS;

    static {
        Map<String, Float> weights = LearntNumbers.read(RESOURCE);
        LENGTH_PER_MS = weights.get("length-per-s") / 1_000;
        FADED_PER_DB = weights.get("faded-per-db");
        SYLLABLE = weights.get("syllable");
        SCORE = weights.get("score");
        BIAS = weights.get("bias");
    }

    private FloorClaimModel() {}

    /**
     * Returns how long the present burst must be to take the floor, in ms.
     *
     * @param loudness of the burst
     * @param score of the present frame, 0…1
     * @param minSpeechMs what the policy wants of a burst like any other
     */
    static int neededMs(LoudnessContour loudness, float score, int minSpeechMs) {
        float besideLength = BIAS
                + FADED_PER_DB * Math.min(MOST_FADED_DB, loudness.fadedDb())
                + SYLLABLE * Math.min(MOST_SYLLABLES, loudness.syllables())
                + SCORE * score;
        float needed = minSpeechMs - USUAL_MS + (CAUTION - besideLength) / LENGTH_PER_MS;
        float least = Math.max(PolicyNumber.MIN_SPEECH.min(), LEAST * minSpeechMs);
        return (int) Math.max(least, Math.min(MOST * minSpeechMs, needed));
    }
}
