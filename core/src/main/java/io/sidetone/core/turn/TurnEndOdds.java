package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import java.util.Map;

/**
 * Odds that a silence is the end of the caller's turn: the sum of all that speaks for it and against it, as a logarithm of
 * odds. Each part was learnt from its own data ({@code scripts/learn-ends}, docs/vad.md): the voice alone from recordings, pitch and
 * loudness beside words from the same ones, the words from text ({@link io.sidetone.core.dialogue.SentenceWords}). Beside words the
 * length of what was said is not counted again: the words know it. Immutable; read once. Allocates nothing.
 */
final class TurnEndOdds {
    private static final String RESOURCE = "turn-ends.txt";

    /** Length of speech above which a caller is no more likely to be at the end. */
    private static final int MOST_MS = 3_000;

    /** A single outlier must not decide. */
    private static final float LEAST_LOWERING = -3f;

    private static final float MOST_LOWERING = 4f;
    private static final float LEAST_FADING_DB = -6f;
    private static final float MOST_FADING_DB = 8f;

    /** Margin that a voice must show beyond even odds: an end found late costs less than a caller cut off. */
    private static final float CAUTION = 0.3f;

    private static final float LOWERING;
    private static final float FADING_PER_DB;
    private static final float SPOKEN_PER_MS;
    private static final float BIAS;
    private static final float LOWERING_BESIDE_WORDS;
    private static final float FADING_PER_DB_BESIDE_WORDS;
    private static final float BIAS_BESIDE_WORDS;

    static {
        Map<String, Float> weights = LearntNumbers.read(RESOURCE);
        LOWERING = weights.get("lowering");
        FADING_PER_DB = weights.get("fading-per-db");
        SPOKEN_PER_MS = weights.get("spoken-per-s") / 1_000;
        BIAS = weights.get("bias");
        LOWERING_BESIDE_WORDS = weights.get("beside-words.lowering");
        FADING_PER_DB_BESIDE_WORDS = weights.get("beside-words.fading-per-db");
        BIAS_BESIDE_WORDS = weights.get("beside-words.bias");
    }

    private TurnEndOdds() {}

    /**
     * Returns the odds: positive for an end, negative for a pause.
     *
     * @param voice at its last sound; null where it is not known, or too little was said
     * @param spokenMs speech of the turn so far
     * @param words what the words say; 0 where there are none
     * @param haste how much this caller's earlier turns were ended too soon
     */
    static float of(VoiceContour voice, int spokenMs, float words, float haste) {
        float sound = voice == null ? 0 : (words == 0 ? alone(voice, spokenMs) : besideWords(voice)) - CAUTION;
        return sound + words - haste;
    }

    private static float alone(VoiceContour voice, int spokenMs) {
        return BIAS
                + LOWERING * lowering(voice)
                + FADING_PER_DB * fadingDb(voice)
                + SPOKEN_PER_MS * Math.min(MOST_MS, spokenMs);
    }

    private static float besideWords(VoiceContour voice) {
        return BIAS_BESIDE_WORDS
                + LOWERING_BESIDE_WORDS * lowering(voice)
                + FADING_PER_DB_BESIDE_WORDS * fadingDb(voice);
    }

    private static float lowering(VoiceContour voice) {
        return Math.max(LEAST_LOWERING, Math.min(MOST_LOWERING, voice.lowering()));
    }

    private static float fadingDb(VoiceContour voice) {
        return Math.max(LEAST_FADING_DB, Math.min(MOST_FADING_DB, voice.fadingDb()));
    }
}
