package io.sidetone.audio.resample;

import io.sidetone.audio.filter.FirBank;
import io.sidetone.audio.filter.KaiserSinc;
import java.util.Arrays;

/**
 * Doubles the rate. In a half-band filter every second output is an input, delayed and exact; only the outputs between
 * two inputs are computed, with 48 taps.
 *
 * <p>With a leak, inputs are raised and the outputs between them lowered by the same share, which keeps the pass band and
 * leaves that share of the mirror image: leak × zero-stuffed + (1 − leak) × half-band.
 */
final class HalfBandUpsampler implements Resampler {
    private static final int TAPS = 48;
    private static final int HELD = TAPS / 2 - 1;
    private static final double BETA = 8.6;

    private final int inputRateHz;
    private final int blockSamples;
    private final float onGain;
    private final FirBank bank;
    private final short[] held;

    HalfBandUpsampler(int inputRateHz, double imageLeak) {
        this.inputRateHz = inputRateHz;
        this.blockSamples = inputRateHz / 50;
        this.onGain = (float) (1 + imageLeak);
        this.bank = new FirBank(new float[][][] {{betweenTaps(1 - imageLeak)}}, blockSamples);
        this.held = new short[HELD + blockSamples];
    }

    private static float[] betweenTaps(double gain) {
        double[] all = KaiserSinc.lowPass(2 * TAPS - 1, 0.25, BETA);
        double[] between = new double[TAPS];
        for (int i = 0; i < TAPS; i++) {
            between[i] = all[2 * i];
        }
        return KaiserSinc.normalised(between, gain);
    }

    @Override
    public int inputRateHz() {
        return inputRateHz;
    }

    @Override
    public int outputRateHz() {
        return 2 * inputRateHz;
    }

    @Override
    public int process(short[] in, int inOff, int inLen, short[] out, int outOff) {
        int done = 0;
        while (done < inLen) {
            int count = Math.min(blockSamples, inLen - done);
            block(in, inOff + done, count, out, outOff + 2 * done);
            done += count;
        }
        return 2 * inLen;
    }

    private void block(short[] in, int inOff, int count, short[] out, int outOff) {
        float[] stream = bank.input(0);
        int history = bank.history();
        for (int i = 0; i < count; i++) {
            stream[history + i] = in[inOff + i];
        }
        System.arraycopy(in, inOff, held, HELD, count);
        bank.prepare(count);
        interleave(bank.run(0, count), count, out, outOff);
        bank.advance(count);
        System.arraycopy(held, count, held, 0, HELD);
    }

    private void interleave(float[] between, int count, short[] out, int outOff) {
        short[] on = held;
        if (onGain == 1f) {
            for (int i = 0; i < count; i++) {
                out[outOff + 2 * i] = Rounding.saturated(between[i]);
                out[outOff + 2 * i + 1] = on[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[outOff + 2 * i] = Rounding.saturated(between[i]);
                out[outOff + 2 * i + 1] = Rounding.saturated(on[i] * onGain);
            }
        }
    }

    @Override
    public double delayMs() {
        return 1000.0 * (TAPS - 1) / 2 / inputRateHz;
    }

    @Override
    public void reset() {
        bank.clear();
        Arrays.fill(held, (short) 0);
    }
}
