package io.sidetone.audio.tone;

import java.util.Arrays;

/**
 * Measurement of what 20 ms of sound have of the eight tones of telephone digits (ITU-T Q.23), by Goertzel's filters under a Hann window.
 *
 * <p>A window holds a digit when one tone of each group is loud enough, near enough to its frequency (by its phase against the
 * window before) and to the other's level, and when next to nothing else is there: a voice has overtones. The limits are those of
 * ITU-T Q.24 with room for noise. One thread; nothing is allocated after creation.
 */
final class DtmfWindow {
    /** No digit. */
    static final int NONE = -1;

    static final int WINDOW_MS = 20;
    static final int HOP_MS = 5;

    private static final int GROUP = 4;
    private static final int TONES = 2 * GROUP;

    /** −28 dBm0 (Q.24: −25 is taken, −29 is not); 0 dBm0 is −6.2 dBov. */
    private static final double LEAST_DBOV = -34.2;

    /** The low group may be 8 dB louder, the high group 4 dB (Q.24, AT&T); each with 1 dB for noise. */
    private static final float LOW_ABOVE_HIGH = 7.94f;

    private static final float HIGH_ABOVE_LOW = 3.16f;

    /** Of the sound, both tones have at least this much. */
    private static final float SHARE = 0.88f;

    /** Q.24 takes ±1.5 % and refuses ±3.5 %. */
    private static final double TOLERANCE = 0.025;

    /** The loss of the window off the filter's frequency, by the cosine of the phase; exact to 1 % within the tolerance. */
    private static final float OFF_CENTRE = 1.31f;

    private final int samples;
    private final float leastAmplitude2;
    private final float[] window;
    private final float[] twoCos = new float[TONES];
    private final float[] cos = new float[TONES];
    private final float[] sin = new float[TONES];
    private final float[] hopCos = new float[TONES];
    private final float[] hopSin = new float[TONES];
    private final float[] steepest = new float[TONES];
    private final float[] state1 = new float[TONES];
    private final float[] state2 = new float[TONES];
    private final float[] real = new float[TONES];
    private final float[] imaginary = new float[TONES];
    private final float[] realBefore = new float[TONES];
    private final float[] imaginaryBefore = new float[TONES];
    private final float[] power = new float[TONES];
    private boolean before;

    /** Creates the filters for mono PCM16 at {@code sampleRateHz}. */
    DtmfWindow(int sampleRateHz) {
        samples = sampleRateHz * WINDOW_MS / 1000;
        double rms = 32_768 * StrictMath.pow(10, LEAST_DBOV / 20);
        leastAmplitude2 = (float) (2 * rms * rms);
        window = new float[samples];
        for (int n = 0; n < samples; n++) {
            window[n] = (float) (0.5 - 0.5 * StrictMath.cos(2 * StrictMath.PI * (n + 0.5) / samples));
        }
        int hop = sampleRateHz * HOP_MS / 1000;
        for (int tone = 0; tone < TONES; tone++) {
            int hz = tone < GROUP ? Tone.rowHz(tone) : Tone.columnHz(tone - GROUP);
            double turn = 2 * StrictMath.PI * hz / sampleRateHz;
            cos[tone] = (float) StrictMath.cos(turn);
            sin[tone] = (float) StrictMath.sin(turn);
            twoCos[tone] = (float) (2 * StrictMath.cos(turn));
            hopCos[tone] = (float) StrictMath.cos(turn * hop);
            hopSin[tone] = (float) StrictMath.sin(turn * hop);
            steepest[tone] = (float) StrictMath.tan(turn * hop * TOLERANCE);
        }
    }

    /** Forgets the window before: the next one does not follow it. */
    void restart() {
        before = false;
    }

    /** Returns the key of the window that begins at {@code from}, row × 4 + column, or {@link #NONE}. */
    int key(float[] pcm, int from) {
        float energy = filter(pcm, from);
        boolean follows = before;
        before = energy * 16 >= leastAmplitude2 * 3 * samples;
        if (!before) {
            return NONE;
        }
        for (int tone = 0; tone < TONES; tone++) {
            float re = state1[tone] - cos[tone] * state2[tone];
            float im = sin[tone] * state2[tone];
            realBefore[tone] = real[tone];
            imaginaryBefore[tone] = imaginary[tone];
            real[tone] = re;
            imaginary[tone] = im;
            power[tone] = re * re + im * im;
        }
        if (!follows) {
            return NONE;
        }
        int row = strongest(0);
        int column = strongest(GROUP);
        float low = exact(row);
        float high = exact(column);
        float scale = 16f / ((float) samples * samples);
        boolean loud = low * scale >= leastAmplitude2 && high * scale >= leastAmplitude2;
        boolean level = low <= high * LOW_ABOVE_HIGH && high <= low * HIGH_ABOVE_LOW;
        return loud && level && 3 * (low + high) >= SHARE * samples * energy ? row * GROUP + column - GROUP : NONE;
    }

    /** Runs the filters over the window and returns its energy. */
    private float filter(float[] pcm, int from) {
        Arrays.fill(state1, 0f);
        Arrays.fill(state2, 0f);
        float energy = 0;
        for (int n = 0; n < samples; n++) {
            float x = window[n] * pcm[from + n];
            energy += x * x;
            for (int tone = 0; tone < TONES; tone++) {
                float next = x + twoCos[tone] * state1[tone] - state2[tone];
                state2[tone] = state1[tone];
                state1[tone] = next;
            }
        }
        return energy;
    }

    private int strongest(int first) {
        int best = first;
        for (int tone = first + 1; tone < first + GROUP; tone++) {
            best = power[tone] > power[best] ? tone : best;
        }
        return best;
    }

    /** Returns the power of a tone at its own frequency, as its phase tells; 0 where that is not the digit's. */
    private float exact(int tone) {
        float re = real[tone] * realBefore[tone] + imaginary[tone] * imaginaryBefore[tone];
        float im = imaginary[tone] * realBefore[tone] - real[tone] * imaginaryBefore[tone];
        float ahead = im * hopCos[tone] - re * hopSin[tone];
        float along = re * hopCos[tone] + im * hopSin[tone];
        if (along <= 0 || Math.abs(ahead) > steepest[tone] * along) {
            return 0;
        }
        float cosine = along / (float) Math.sqrt(along * along + ahead * ahead);
        return power[tone] * (1 + OFF_CENTRE * (1 - cosine));
    }
}
