package io.sidetone.audio.tone;

import io.sidetone.audio.SampleRate;

/**
 * Tells a single tone from everything else, frame by frame, and its frequency: what two samples predict of the third (x[n] = 2 cos(ω)
 * x[n−1] − x[n−2] for a sine) leaves nothing over for a tone, and much for voices, noise and two tones at once. Samples of 8 kHz are
 * compared whatever the rate is: nearer ones are alike in a voice too. One thread; allocates nothing.
 */
public final class ToneDetector {
    private static final double FULL_SCALE = 32_768.0;

    /** Below it quantisation alone decides what is left over. */
    private static final double LEAST_RMS = 0.003;

    /** Of a tone through G.711 in noise 20 dB below it, less is left over; of a sung vowel, more. */
    private static final double MOST_LEFT_OVER = 0.04;

    /** From one compared sample to the next. */
    private final int step;

    private final double comparedHz;

    /** Creates a detector for mono PCM16 at {@code sampleRateHz}. */
    public ToneDetector(int sampleRateHz) {
        step = sampleRateHz / SampleRate.NARROWBAND_HZ;
        comparedHz = (double) sampleRateHz / step;
    }

    /** Returns the frequency of the tone that fills {@code samples} samples from {@code off}, in Hz; 0 where there is none. */
    public double frequencyHz(short[] pcm, int off, int samples) {
        double middle = 0;
        double both = 0;
        double cross = 0;
        double energy = 0;
        for (int i = off + step; i < off + samples - step; i++) {
            double sum = (pcm[i - step] + pcm[i + step]) / FULL_SCALE;
            double x = pcm[i] / FULL_SCALE;
            middle += x * x;
            both += sum * sum;
            cross += x * sum;
            energy += x * x;
        }
        int count = samples - 2 * step;
        if (energy < LEAST_RMS * LEAST_RMS * count) {
            return 0;
        }
        double predicted = cross / middle;
        double leftOver = both - predicted * cross;
        if (leftOver > MOST_LEFT_OVER * middle || Math.abs(predicted) >= 2) {
            return 0;
        }
        return StrictMath.acos(predicted / 2) * comparedHz / (2 * Math.PI);
    }
}
