package io.sidetone.audio.prosody;

/**
 * Compares the present pitch and loudness of a voice with its usual ones: speakers of most languages lower both at the
 * end of an utterance, and keep them up at a pause.
 *
 * <p>One instance per voice, one thread at a time. Nothing is allocated after creation. What it measures by was found by the detector.
 */
public final class VoiceContour {
    /** The correlation that a frame needs to show a pitch. */
    private static final float VOICED = 0.65f;

    /** Frames this far below the usual level are noise or reverberation. */
    private static final float VOICED_WITHIN_DB = 15f;

    /** A period this many times the usual one, or its reciprocal, is a measuring error. */
    private static final float LARGEST_STEP = 1.6f;

    /** Three seconds of voice define the usual values; before that, the whole voice so far. */
    private static final int USUAL_FRAMES = 150;

    private static final float PITCH_MEMORY = 0.15f;
    private static final float LEVEL_MEMORY = 0.1f;

    /** 0.16 s of voice. */
    private static final int KNOWN_FRAMES = 8;

    /** The least variation of pitch that is assumed: half a semitone. */
    private static final float LEAST_VARIATION = 0.03f;

    private final LoudnessContour loudness = new LoudnessContour();
    private int voicedFrames;
    private float usualPeriod;
    private float usualDeviation;
    private float usualDbov;
    private float lastPeriod;
    private float lastDbov;

    /**
     * Takes the next frame of the stream.
     *
     * @param heard what was heard in it; it is asked only for what is needed
     * @param speech whether the frame contains speech
     */
    public void frame(HeardVoice heard, boolean speech) {
        if (!loudness.frame(heard, speech) || !speech) {
            return;
        }
        float dbov = loudness.dbov();
        if (voicedFrames > 0 && dbov <= usualDbov - VOICED_WITHIN_DB || heard.pitchStrength() < VOICED) {
            return;
        }
        float period = heard.pitchPeriod();
        if (period > 0) {
            voiced(period, dbov);
        }
    }

    private void voiced(float period, float dbov) {
        if (voicedFrames > 0 && (period >= usualPeriod * LARGEST_STEP || period * LARGEST_STEP <= usualPeriod)) {
            return;
        }
        if (voicedFrames == 0) {
            lastPeriod = period;
            lastDbov = dbov;
        }
        voicedFrames = Math.min(USUAL_FRAMES, voicedFrames + 1);
        float share = 1f / voicedFrames;
        usualPeriod += (period - usualPeriod) * share;
        usualDeviation += (Math.abs(period - usualPeriod) - usualDeviation) * share;
        usualDbov += (dbov - usualDbov) * share;
        lastPeriod += (period - lastPeriod) * PITCH_MEMORY;
        lastDbov += (dbov - lastDbov) * LEVEL_MEMORY;
    }

    /** Returns whether enough voice was measured. */
    public boolean known() {
        return voicedFrames >= KNOWN_FRAMES;
    }

    /**
     * Returns how far the pitch is below the usual one, in units of its variation: 0 usual, 2 very low, negative
     * raised.
     */
    public float lowering() {
        float variation = Math.max(LEAST_VARIATION * usualPeriod, usualDeviation);
        return known() ? (lastPeriod - usualPeriod) / variation : 0;
    }

    /** Returns how far the level is below the usual one, in dB; negative when louder. */
    public float fadingDb() {
        return known() ? usualDbov - lastDbov : 0;
    }

    /** Returns the loudness of the present stretch of speech. */
    public LoudnessContour loudness() {
        return loudness;
    }

    /** Forgets the voice. */
    public void reset() {
        loudness.reset();
        voicedFrames = 0;
        usualPeriod = 0;
        usualDeviation = 0;
        usualDbov = 0;
    }
}
