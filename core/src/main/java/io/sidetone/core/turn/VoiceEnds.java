package io.sidetone.core.turn;

import io.sidetone.audio.prosody.VoiceContour;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * How much a voice that falls silent sounds like the end of a turn: a logistic regression over pitch, loudness and how much was said,
 * learnt from recordings ({@code scripts/learn-ends}, docs/vad.md). Immutable; four numbers, read once. Allocates nothing.
 */
final class VoiceEnds {
    private static final String RESOURCE = "voice-ends.txt";

    /** Who has said more is no more likely to be at the end. */
    private static final int MOST_MS = 3_000;

    /** A single outlier must not decide. */
    private static final float LEAST_LOWERING = -3f;

    private static final float MOST_LOWERING = 4f;
    private static final float LEAST_FADING_DB = -6f;
    private static final float MOST_FADING_DB = 8f;

    private static final float LOWERING;
    private static final float FADING_PER_DB;
    private static final float SPOKEN_PER_MS;
    private static final float BIAS;

    static {
        Map<String, Float> weights = read();
        LOWERING = weights.get("lowering");
        FADING_PER_DB = weights.get("fading-per-db");
        SPOKEN_PER_MS = weights.get("spoken-per-s") / 1_000;
        BIAS = weights.get("bias");
    }

    private VoiceEnds() {}

    private static Map<String, Float> read() {
        Map<String, Float> weights = new HashMap<>();
        try (InputStream resource = VoiceEnds.class.getResourceAsStream(RESOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ");
                weights.put(parts[0], Float.parseFloat(parts[1]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the JAR's own " + RESOURCE + " cannot be read", e);
        }
        return weights;
    }

    /**
     * Returns the evidence as a logarithm of odds: positive for an end, negative for a pause.
     *
     * @param voice at its last sound
     * @param spokenMs speech of the turn so far
     */
    static float logOdds(VoiceContour voice, int spokenMs) {
        return BIAS
                + LOWERING * within(voice.lowering(), LEAST_LOWERING, MOST_LOWERING)
                + FADING_PER_DB * within(voice.fadingDb(), LEAST_FADING_DB, MOST_FADING_DB)
                + SPOKEN_PER_MS * Math.min(MOST_MS, spokenMs);
    }

    private static float within(float value, float least, float most) {
        return Math.max(least, Math.min(most, value));
    }
}
