package io.sidetone.audio.vad;

import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * Splits a 20 ms frame into six bands of the telephone range and measures each: 80–250, 250–500, 500–1000, 1000–2000,
 * 2000–3000 and 3000–4000 Hz. It is a tree of half-band splits, so the upper bands cost least per hertz.
 */
final class Bands {
    static final int COUNT = 6;

    private static final int NARROW_SAMPLES = 160;

    /** Pole of the DC block at 500 Hz, corner near 40 Hz. */
    private static final float DC_POLE = 0.6f;

    private final boolean wideband;
    private final float[] state = new float[BandTree.STATE];
    private final float[] levelsDbov = new float[COUNT];
    private BandTree tree = BandTree.ofThread(null);
    private float[] narrow;
    private float meanSquare;
    private float highest;
    private float totalDbov = Level.SILENCE_DBOV;
    private float lastIn;
    private float lastOut;

    Bands(int frameSamples) {
        wideband = frameSamples != NARROW_SAMPLES;
    }

    void analyse(short[] pcm, int off) {
        tree = BandTree.ofThread(tree);
        float[] frame = tree.frame(wideband);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = pcm[off + i];
        }
        analyse(frame);
    }

    /** Takes a frame of floats in PCM16 units, and keeps the array until the next. */
    void analyse(float[] samples) {
        tree = BandTree.ofThread(tree);
        narrow = tree.take(samples, wideband, state);
        levelsDbov[0] = Level.dbovOfMeanSquare(withoutDc(tree.to500.low()));
        levelsDbov[1] = Level.dbovOfMeanSquare(power(tree.to500.high()));
        levelsDbov[2] = Level.dbovOfMeanSquare(power(tree.to1000.high()));
        levelsDbov[3] = Level.dbovOfMeanSquare(power(tree.to2000.high()));
        levelsDbov[4] = Level.dbovOfMeanSquare(power(tree.above2000.high()));
        levelsDbov[5] = Level.dbovOfMeanSquare(power(tree.above2000.low()));
        measure(narrow);
    }

    /** Finds mean square, mean and highest magnitude in one pass, with sums and maxima that do not wait for each other. */
    private void measure(float[] samples) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        // Samples are whole numbers, but at 16 kHz they come from a filter; floats are exact enough for these sums.
        float even = 0;
        float odd = 0;
        float highestEven = 0;
        float highestOdd = 0;
        for (int i = 0; i < samples.length; i += 4) {
            float first = samples[i];
            float second = samples[i + 1];
            float third = samples[i + 2];
            float fourth = samples[i + 3];
            a += first * first;
            b += second * second;
            c += third * third;
            d += fourth * fourth;
            even = even + first + third;
            odd = odd + second + fourth;
            highestEven = Math.max(highestEven, Math.max(Math.abs(first), Math.abs(third)));
            highestOdd = Math.max(highestOdd, Math.max(Math.abs(second), Math.abs(fourth)));
        }
        float mean = (even + odd) / samples.length;
        meanSquare = ((a + b) + (c + d)) / samples.length;
        highest = Math.max(highestEven, highestOdd);
        totalDbov = Level.dbovOfMeanSquare(meanSquare - mean * mean);
    }

    private float withoutDc(float[] low) {
        float sum = 0;
        for (float in : low) {
            float out = in - lastIn + DC_POLE * lastOut;
            lastIn = in;
            lastOut = out;
            sum += out * out;
        }
        // A decaying tail would end in subnormal numbers, which some processors handle slowly.
        lastOut = Math.abs(lastOut) < 1e-6f ? 0f : lastOut;
        return sum / low.length;
    }

    /** Returns the mean square, from four sums that do not wait for each other. */
    private static float power(float[] samples) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int i = 0;
        for (; i + 3 < samples.length; i += 4) {
            a += samples[i] * samples[i];
            b += samples[i + 1] * samples[i + 1];
            c += samples[i + 2] * samples[i + 2];
            d += samples[i + 3] * samples[i + 3];
        }
        for (; i < samples.length; i++) {
            a += samples[i] * samples[i];
        }
        return ((a + b) + (c + d)) / samples.length;
    }

    /** Returns the levels of the bands of the last frame; valid until the next. */
    float[] levelsDbov() {
        return levelsDbov;
    }

    /** Returns the level of the frame below 4 kHz, without its mean. */
    float totalDbov() {
        return totalDbov;
    }

    /** Returns the crest factor of the last frame: the magnitude of its highest sample over the root mean square. */
    float crest() {
        return (float) Math.sqrt(highest * highest / (meanSquare + 1));
    }

    /** Returns the last frame at 8 kHz, as floats; valid until this thread analyses another. */
    float[] narrow() {
        return narrow;
    }

    /** Returns the last frame below 2 kHz, at 4 kHz; valid until this thread analyses another. */
    float[] lowHalf() {
        return tree.to4000.low();
    }

    void reset() {
        Arrays.fill(state, 0f);
        lastIn = 0;
        lastOut = 0;
        totalDbov = Level.SILENCE_DBOV;
    }
}
