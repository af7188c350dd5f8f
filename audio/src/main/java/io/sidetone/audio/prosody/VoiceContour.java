package io.sidetone.audio.prosody;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.frame.Level;

/**
 * Where the pitch and the loudness of a voice stand now against where they usually are: speakers of most languages let
 * both fall at the end of what they say, and keep them up where they only pause.
 *
 * <p>One per voice, one thread at a time. Nothing is allocated after creation. A frame without speech costs nothing.
 */
public final class VoiceContour {
    /** How well a frame must repeat itself to show a pitch. */
    private static final float VOICED = 0.65f;

    /** Frames this far below the usual level are noise or reverberation. */
    private static final float VOICED_WITHIN_DB = 15f;

    /** A period this many times the usual one, or its reciprocal, is a mistake. */
    private static final float LARGEST_STEP = 1.6f;

    /** Three seconds of voice are what is usual; before, all there is. */
    private static final int USUAL_FRAMES = 150;

    private static final float PITCH_MEMORY = 0.15f;
    private static final float LEVEL_MEMORY = 0.1f;

    /** 0.16 s of voice. */
    private static final int KNOWN_FRAMES = 8;

    /** No voice varies its pitch less: half a semitone. */
    private static final float LEAST_VARIATION = 0.03f;

    private final int frameSamples;
    private final PitchPeriod pitch;
    private boolean fresh;
    private int voicedFrames;
    private float usualPeriod;
    private float usualDeviation;
    private float usualDbov;
    private float lastPeriod;
    private float lastDbov;

    /** Creates the contour of mono frames of 20 ms at {@code sampleRateHz}: a multiple of 4,000. */
    public VoiceContour(int sampleRateHz) {
        if (sampleRateHz < PitchPeriod.RATE_HZ || sampleRateHz % PitchPeriod.RATE_HZ != 0) {
            throw new IllegalArgumentException("voice contour at " + sampleRateHz + " Hz; give a multiple of "
                    + PitchPeriod.RATE_HZ + " Hz and resample before");
        }
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        pitch = new PitchPeriod(sampleRateHz);
    }

    /**
     * Takes the next frame of the stream.
     *
     * @param pcm mono PCM16
     * @param off where the frame begins
     * @param speech whether somebody speaks in it
     */
    public void frame(short[] pcm, int off, boolean speech) {
        if (!speech) {
            fresh = false;
            return;
        }
        if (!fresh) {
            fresh = true;
            pitch.reset();
        }
        pitch.add(pcm, off);
        float dbov = Level.dbov(pcm, off, frameSamples);
        if (voicedFrames > 0 && dbov <= usualDbov - VOICED_WITHIN_DB) {
            return;
        }
        float period = pitch.measure();
        if (period > 0 && pitch.strength() >= VOICED) {
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

    /** Whether enough was voiced to say anything. */
    public boolean known() {
        return voicedFrames >= KNOWN_FRAMES;
    }

    /**
     * How far the pitch has fallen below the usual one, in units of what it varies by: 0 usual, 2 very low, negative
     * raised.
     */
    public float lowering() {
        float variation = Math.max(LEAST_VARIATION * usualPeriod, usualDeviation);
        return known() ? (lastPeriod - usualPeriod) / variation : 0;
    }

    /** How far the level has fallen below the usual one, in dB; negative: louder. */
    public float fadingDb() {
        return known() ? usualDbov - lastDbov : 0;
    }

    /** Forgets the voice. */
    public void reset() {
        fresh = false;
        voicedFrames = 0;
        usualPeriod = 0;
        usualDeviation = 0;
        usualDbov = 0;
    }
}
