package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import java.util.Arrays;

/**
 * The adaptive filter of {@link EchoCanceller}: partitioned blocks in the frequency domain with a Kalman step per bin
 * (Enzner and Vary 2006; Kuech, Mabande and Enzner 2014). Each weight has a variance, called its doubt. The doubt gives
 * the size of a step and the amount of echo that is left. A caller who talks makes the error larger than the doubt
 * explains, so the steps become small in the same frame.
 */
final class EchoFilter {
    /** Two parts of 40 ms each: echoes of a line or a handset, after the delay. */
    private static final int PARTS = 2;

    /** Frames of echo that the filter spans after its delay. */
    static final int SPAN_FRAMES = 2 * PARTS;

    /** Doubt of the second part at first, as a share of the first part's: the found delay may be 20 ms too short. */
    private static final float FIRST_LATE_DOUBT = 0.1f;

    /** The same share when the path has changed; most of an echo comes first. */
    private static final float LATE_DOUBT = 0.03f;

    /** Assumed change of an echo path per frame, as a share of its power. */
    private static final float CHANGE = 0.002f;

    private static final float SMOOTHING = 0.4f;

    /** Share of the error that never counts as echo. */
    private static final float LEAST_NOISE = 0.2f;

    /** Power of the quantizing noise in a bin: keeps the steps finite in silence. */
    private static final float QUANTIZING_POWER = 300f;

    private final int frameSamples;
    private final int windowSamples;
    private final int partSamples;
    private final float share;
    private final RealFft fft;
    private final float[][] weightRe;
    private final float[][] weightIm;
    private final float[][] doubt;
    private final float[] errorPower;

    /** Holds the last frame until the next canceller of the thread computes. */
    private EchoWork work;

    private int delayFrames;
    private int constrained;

    EchoFilter(int frameSamples, RealFft fft) {
        this.frameSamples = frameSamples;
        this.windowSamples = fft.size();
        this.partSamples = 2 * frameSamples;
        this.share = (float) frameSamples / windowSamples;
        this.fft = fft;
        int bins = fft.bins();
        weightRe = new float[PARTS][bins];
        weightIm = new float[PARTS][bins];
        doubt = new float[PARTS][bins];
        errorPower = new float[bins];
    }

    /** Begins anew with an echo whose delay is {@code frames}. */
    void begin(int frames, float coupling) {
        delayFrames = frames;
        for (int part = 0; part < PARTS; part++) {
            Arrays.fill(weightRe[part], 0f);
            Arrays.fill(weightIm[part], 0f);
            Arrays.fill(doubt[part], part == 0 ? coupling : FIRST_LATE_DOUBT * coupling);
        }
        Arrays.fill(errorPower, 0f);
        constrained = 0;
    }

    /** The path has changed: raises the doubt of the weights by the power of the remaining echo. */
    void doubt(float coupling) {
        for (int part = 0; part < PARTS; part++) {
            float least = part == 0 ? coupling : LATE_DOUBT * coupling;
            for (int k = 0; k < errorPower.length; k++) {
                doubt[part][k] = Math.max(doubt[part][k], least);
            }
        }
    }

    /** Returns the delay of the filter's first tap, in frames. */
    int delayFrames() {
        return delayFrames;
    }

    /** Returns the length of echo, in samples, that the filter covers after its delay. */
    int spanSamples() {
        return PARTS * partSamples;
    }

    /**
     * Removes the echo from a frame and learns from the rest.
     *
     * @param ago age of the frame in frames: 0 is the present one
     * @param out the caller's buffer; receives the frame without its echo, or null
     */
    void run(FarSpectra far, int ago, short[] near, int off, float[] out) {
        work = EchoWork.ofThread(work, fft);
        float[] block = work.block;
        float[] errorRe = work.errorRe;
        float[] errorIm = work.errorIm;
        estimate(far, ago);
        int start = windowSamples - frameSamples;
        for (int i = 0; i < frameSamples; i++) {
            block[start + i] = near[off + i] - block[start + i];
        }
        Arrays.fill(block, 0, start, 0f);
        if (out != null) {
            System.arraycopy(block, start, out, 0, frameSamples);
        }
        fft.forward(block, errorRe, errorIm);
        for (int k = 0; k < errorPower.length; k++) {
            float power = errorRe[k] * errorRe[k] + errorIm[k] * errorIm[k];
            errorPower[k] += SMOOTHING * (power - errorPower[k]);
        }
        for (int part = 0; part < PARTS; part++) {
            int at = ago + delayFrames + 2 * part;
            learn(far.re(at), far.im(at), weightRe[part], weightIm[part], doubt[part]);
        }
        constrain();
    }

    private void estimate(FarSpectra far, int ago) {
        Arrays.fill(work.echoRe, 0f);
        Arrays.fill(work.echoIm, 0f);
        Arrays.fill(work.residual, 0f);
        for (int part = 0; part < PARTS; part++) {
            int at = ago + delayFrames + 2 * part;
            add(far.re(at), far.im(at), weightRe[part], weightIm[part], doubt[part]);
        }
        fft.inverse(work.echoRe, work.echoIm, work.block);
    }

    private void add(float[] xr, float[] xi, float[] wr, float[] wi, float[] d) {
        float[] yr = work.echoRe;
        float[] yi = work.echoIm;
        float[] left = work.residual;
        for (int k = 0; k < left.length; k++) {
            yr[k] += xr[k] * wr[k] - xi[k] * wi[k];
            yi[k] += xr[k] * wi[k] + xi[k] * wr[k];
            left[k] += (xr[k] * xr[k] + xi[k] * xi[k]) * d[k];
        }
    }

    private void learn(float[] xr, float[] xi, float[] wr, float[] wi, float[] d) {
        float[] er = work.errorRe;
        float[] ei = work.errorIm;
        float[] left = work.residual;
        float[] power = errorPower;
        float inverse = 1 / share;
        for (int k = 0; k < left.length; k++) {
            float noise = Math.max(LEAST_NOISE * power[k], power[k] - share * left[k]) + QUANTIZING_POWER;
            float step = d[k] / (left[k] + inverse * noise);
            float re = wr[k] + step * (xr[k] * er[k] + xi[k] * ei[k]);
            float im = wi[k] + step * (xr[k] * ei[k] - xi[k] * er[k]);
            wr[k] = re;
            wi[k] = im;
            float known = 1 - share * step * (xr[k] * xr[k] + xi[k] * xi[k]);
            d[k] = (1 - CHANGE) * known * d[k] + CHANGE * (re * re + im * im);
        }
    }

    /** Cuts the taps of one part, in turn, that do not fit into a block of this length. */
    private void constrain() {
        float[] block = work.block;
        float[] re = weightRe[constrained];
        float[] im = weightIm[constrained];
        fft.inverse(re, im, block);
        Arrays.fill(block, partSamples, windowSamples, 0f);
        fft.forward(block, re, im);
        constrained = (constrained + 1) % PARTS;
    }

    /** Returns the spectrum of the last frame without its echo, zero-padded in front: real parts. */
    float[] errorRe() {
        return work.errorRe;
    }

    /** Returns the imaginary parts of {@link #errorRe()}. */
    float[] errorIm() {
        return work.errorIm;
    }

    /** Returns the mean square of the last frame without its echo. */
    float errorMeanSquare() {
        return 2 * errorPower(0, errorPower.length) / ((float) windowSamples * frameSamples);
    }

    /** Returns the mean square of the echo that was removed from the last frame. */
    float echoMeanSquare() {
        return 2 * echoPower(0, errorPower.length) / ((float) windowSamples * frameSamples);
    }

    /** Returns the power of the last frame between two bins, after cancelling. */
    float errorPower(int fromBin, int toBin) {
        float[] errorRe = work.errorRe;
        float[] errorIm = work.errorIm;
        float sum = 0;
        for (int k = fromBin; k < toBin; k++) {
            sum += errorRe[k] * errorRe[k] + errorIm[k] * errorIm[k];
        }
        return sum;
    }

    /** Returns the power of the removed echo of the last frame, between two bins. */
    float echoPower(int fromBin, int toBin) {
        float[] echoRe = work.echoRe;
        float[] echoIm = work.echoIm;
        float sum = 0;
        for (int k = fromBin; k < toBin; k++) {
            sum += echoRe[k] * echoRe[k] + echoIm[k] * echoIm[k];
        }
        return share * sum;
    }

    /** Returns the estimated power of the echo left in the last frame, between two bins. */
    float residualPower(int fromBin, int toBin) {
        float sum = 0;
        for (int k = fromBin; k < toBin; k++) {
            sum += work.residual[k];
        }
        return share * sum;
    }
}
