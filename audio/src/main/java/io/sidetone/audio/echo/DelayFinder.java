package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import java.util.Arrays;

/**
 * Finds the delay of the echo of our audio, by the generalized cross-correlation (Knapp and Carter 1976) of both
 * directions, partly whitened and averaged over about 400 ms. An echo is a peak in it even when the caller is loud; a
 * caller alone makes no peak.
 */
final class DelayFinder {
    private static final int LOOK_FRAMES = 3;
    private static final float FORGETTING = 0.95f;

    /**
     * Lowest and highest bin used, in parts of the narrow band: hum, and the frequencies that a line cuts off, have no
     * information.
     */
    private static final int LOWEST_BIN = 4;

    private static final int HIGHEST_BIN = 220;

    /** Periods of the taper in one block: three put its zeros 5 samples outside the near frame, at 8 kHz. */
    private static final int TAPER_BINS = 3;

    /** A clear peak has this many times the mean energy. */
    private static final float CLEAR = 16f;

    private static final int STEADY_LOOKS = 3;

    /**
     * A voice correlates with itself one pitch period earlier and later: an earlier peak of this share of the highest
     * may be the echo.
     */
    private static final float NEARLY_AS_HIGH = 0.7f;

    /** Such peaks are at most 40 ms before the highest. */
    private static final int PITCH_PEAKS = 40;

    /**
     * Searches agree when their peaks are within 25 ms: a filter of 80 ms that begins at the first of them covers all.
     */
    private static final int AGREEING_PEAKS = 25;

    private final RealFft fft;
    private final int parts;
    private final int partSamples;
    private final int peakSamples;
    private final float taperRe;
    private final float taperIm;
    private final float[][] sumRe;
    private final float[][] sumIm;
    private final float[] nearRe;
    private final float[] nearIm;
    private final float[] nearWeights;
    private final float[] block;
    private final float[] correlation;
    private int frames;
    private int steady;
    private int lag;
    private int earliest;
    private int latest;
    private int begin;
    private float clarity;

    DelayFinder(RealFft fft, int frameSamples, int parts) {
        this.fft = fft;
        this.parts = parts;
        partSamples = 2 * frameSamples;
        peakSamples = frameSamples / 20;
        double firstZero = fft.size() - (frameSamples + 1) / 2.0 - fft.size() / (2.0 * TAPER_BINS);
        double phase = 2 * StrictMath.PI * TAPER_BINS * firstZero / fft.size();
        taperRe = (float) StrictMath.cos(phase);
        taperIm = (float) StrictMath.sin(phase);
        int bins = fft.bins();
        sumRe = new float[parts][bins];
        sumIm = new float[parts][bins];
        nearRe = new float[bins];
        nearIm = new float[bins];
        nearWeights = new float[bins];
        block = new float[fft.size()];
        correlation = new float[parts * partSamples];
    }

    /**
     * Takes the spectrum of a near frame, zero-padded in front.
     *
     * @return whether the correlation was evaluated with this frame
     */
    boolean add(FarSpectra far, float[] re, float[] im) {
        taper(re, im);
        Whitening.weights(nearRe, nearIm, nearWeights);
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            nearRe[k] *= nearWeights[k];
            nearIm[k] *= nearWeights[k];
        }
        for (int part = 0; part < parts; part++) {
            gather(far.re(2 * part), far.im(2 * part), far.whitening(2 * part), sumRe[part], sumIm[part]);
        }
        frames++;
        if (frames % LOOK_FRAMES != 0) {
            return false;
        }
        look();
        agree();
        return true;
    }

    private void agree() {
        int first = Math.min(earliest, lag);
        int last = Math.max(latest, lag);
        if (clarity < CLEAR) {
            steady = 0;
        } else if (steady > 0 && last - first <= AGREEING_PEAKS * peakSamples) {
            steady++;
            earliest = first;
            latest = last;
        } else {
            steady = 1;
            earliest = lag;
            latest = lag;
        }
        begin = Math.min(firstPeak(), steady > 0 ? earliest : lag);
    }

    /**
     * Fades the near frame in and out with a Hann window, in the spectrum. Near and far blocks end at the same sample.
     * Two hard ends correlate at every delay, and whitening would make their peak the highest; it would be at the first
     * lag of a part.
     */
    private void taper(float[] re, float[] im) {
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            int low = k - TAPER_BINS;
            int high = k + TAPER_BINS;
            nearRe[k] = 0.5f * re[k] - 0.25f * (taperRe * (re[low] + re[high]) - taperIm * (im[high] - im[low]));
            nearIm[k] = 0.5f * im[k] - 0.25f * (taperRe * (im[low] + im[high]) + taperIm * (re[high] - re[low]));
        }
    }

    private void gather(float[] xr, float[] xi, float[] weights, float[] sr, float[] si) {
        float[] er = nearRe;
        float[] ei = nearIm;
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            sr[k] = FORGETTING * sr[k] + weights[k] * (xr[k] * er[k] + xi[k] * ei[k]);
            si[k] = FORGETTING * si[k] + weights[k] * (xr[k] * ei[k] - xi[k] * er[k]);
        }
    }

    private void look() {
        for (int part = 0; part < parts; part++) {
            fft.inverse(sumRe[part], sumIm[part], block);
            System.arraycopy(block, 0, correlation, part * partSamples, partSamples);
        }
        float sum = 0;
        float best = 0;
        for (int start = 0; start < correlation.length; start += peakSamples) {
            float energy = energy(start);
            sum += energy;
            if (energy > best) {
                best = energy;
                lag = start;
            }
        }
        clarity = sum > 0 ? best * correlation.length / (sum * peakSamples) : 0;
    }

    private float energy(int start) {
        float energy = 0;
        for (int i = start; i < start + peakSamples; i++) {
            energy += correlation[i] * correlation[i];
        }
        return energy;
    }

    private int firstPeak() {
        float high = NEARLY_AS_HIGH * energy(lag);
        int first = Math.max(0, lag - PITCH_PEAKS * peakSamples);
        while (first < lag && energy(first) < high) {
            first += peakSamples;
        }
        return first;
    }

    /** Whether the peak stayed at one place for long enough. */
    boolean certain() {
        return steady >= STEADY_LOOKS;
    }

    /** Returns the delay of the highest peak in samples. */
    int lag() {
        return lag;
    }

    /**
     * Returns the delay in samples at which the echo may begin: that of the highest peak, or of an earlier one nearly
     * as high.
     */
    int begin() {
        return begin;
    }

    /** Returns the ratio of the highest peak to the mean. */
    float clarity() {
        return clarity;
    }

    void reset() {
        for (int part = 0; part < parts; part++) {
            Arrays.fill(sumRe[part], 0f);
            Arrays.fill(sumIm[part], 0f);
        }
        frames = 0;
        steady = 0;
        lag = 0;
        begin = 0;
        clarity = 0;
    }
}
