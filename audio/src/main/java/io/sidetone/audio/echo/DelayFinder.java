package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import java.util.Arrays;

/**
 * Finds the delay of the echo of our audio, by the generalized cross-correlation (Knapp and Carter 1976) of both
 * directions, partly whitened and averaged over about 400 ms. An echo is a peak in it even when the caller is loud; a
 * caller alone makes no peak.
 */
final class DelayFinder {
    /** Parts of the searched delays; each is two frames long. */
    static final int PARTS = 12;

    /** Peaks of 1 ms in a part. */
    static final int PEAKS_PER_PART = 40;

    private static final int LOOK_FRAMES = 3;
    private static final float FORGETTING = 0.95f;

    /**
     * Lowest and highest bin used, in parts of the narrow band: hum, and the frequencies that a line cuts off, have no
     * information.
     */
    private static final int LOWEST_BIN = 4;

    static final int HIGHEST_BIN = 220;

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
    private final int partSamples;
    private final int peakSamples;
    private final float taperRe;
    private final float taperIm;
    private final float[][] sumRe = new float[PARTS][HIGHEST_BIN];
    private final float[][] sumIm = new float[PARTS][HIGHEST_BIN];
    private EchoWork work;
    private int frames;
    private int steady;
    private int lag;
    private int earliest;
    private int latest;
    private int begin;
    private float clarity;

    DelayFinder(RealFft fft, int frameSamples) {
        this.fft = fft;
        partSamples = 2 * frameSamples;
        peakSamples = partSamples / PEAKS_PER_PART;
        double firstZero = fft.size() - (frameSamples + 1) / 2.0 - fft.size() / (2.0 * TAPER_BINS);
        double phase = 2 * StrictMath.PI * TAPER_BINS * firstZero / fft.size();
        taperRe = (float) StrictMath.cos(phase);
        taperIm = (float) StrictMath.sin(phase);
    }

    /**
     * Takes the spectrum of a near frame, zero-padded in front.
     *
     * @return whether the correlation was evaluated with this frame
     */
    boolean add(FarSpectra far, float[] re, float[] im) {
        work = EchoWork.ofThread(work, fft);
        taper(re, im);
        whiten();
        for (int part = 0; part < PARTS; part++) {
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

    private void whiten() {
        float[] er = work.taperedRe;
        float[] ei = work.taperedIm;
        float[] weights = work.weights;
        Whitening.weights(er, ei, weights);
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            er[k] *= weights[k];
            ei[k] *= weights[k];
        }
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
        float[] er = work.taperedRe;
        float[] ei = work.taperedIm;
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            int low = k - TAPER_BINS;
            int high = k + TAPER_BINS;
            er[k] = 0.5f * re[k] - 0.25f * (taperRe * (re[low] + re[high]) - taperIm * (im[high] - im[low]));
            ei[k] = 0.5f * im[k] - 0.25f * (taperRe * (im[low] + im[high]) + taperIm * (re[high] - re[low]));
        }
    }

    private void gather(float[] xr, float[] xi, float[] weights, float[] sr, float[] si) {
        float[] er = work.taperedRe;
        float[] ei = work.taperedIm;
        for (int k = LOWEST_BIN; k < HIGHEST_BIN; k++) {
            sr[k] = FORGETTING * sr[k] + weights[k] * (xr[k] * er[k] + xi[k] * ei[k]);
            si[k] = FORGETTING * si[k] + weights[k] * (xr[k] * ei[k] - xi[k] * er[k]);
        }
    }

    private void look() {
        float[] block = work.block;
        float[] peaks = work.peaks;
        float sum = 0;
        float best = 0;
        int peak = 0;
        for (int part = 0; part < PARTS; part++) {
            System.arraycopy(sumRe[part], 0, work.sumRe, 0, HIGHEST_BIN);
            System.arraycopy(sumIm[part], 0, work.sumIm, 0, HIGHEST_BIN);
            fft.inverse(work.sumRe, work.sumIm, block);
            for (int start = 0; start < partSamples; start += peakSamples) {
                float energy = energy(block, start);
                peaks[peak] = energy;
                sum += energy;
                if (energy > best) {
                    best = energy;
                    lag = peak * peakSamples;
                }
                peak++;
            }
        }
        clarity = sum > 0 ? best * (PARTS * partSamples) / (sum * peakSamples) : 0;
    }

    private float energy(float[] block, int start) {
        float energy = 0;
        for (int i = start; i < start + peakSamples; i++) {
            energy += block[i] * block[i];
        }
        return energy;
    }

    private int firstPeak() {
        float[] peaks = work.peaks;
        int highest = lag / peakSamples;
        float high = NEARLY_AS_HIGH * peaks[highest];
        int first = Math.max(0, highest - PITCH_PEAKS);
        while (first < highest && peaks[first] < high) {
            first++;
        }
        return first * peakSamples;
    }

    /** Returns whether the peak stayed at one place for long enough. */
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
        for (int part = 0; part < PARTS; part++) {
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
