package io.sidetone.audio.resample;

import io.sidetone.audio.filter.FirBank;
import java.util.Arrays;

/**
 * Doubles the rate. Every second output is an input, delayed and exact; the other outputs are computed.
 *
 * <p>With a leak, the inputs are raised and the computed outputs are lowered by the same share. This keeps the pass
 * band and leaves that share of the mirror image: leak × zero-stuffed + (1 − leak) × half-band.
 */
final class HalfBandUpsampler implements Resampler {
    private final int inputRateHz;
    private final int blockSamples;
    private final float onGain;
    private final FirBank bank;
    private final short[] held;
    private final float[] raised;

    HalfBandUpsampler(int inputRateHz, double imageLeak) {
        this.inputRateHz = inputRateHz;
        this.blockSamples = inputRateHz / 50;
        this.onGain = (float) (1 + imageLeak);
        this.bank = new FirBank(HalfBand.taps(1 - imageLeak), blockSamples);
        this.held = new short[HalfBand.CENTER + blockSamples];
        this.raised = new float[blockSamples];
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
        Pcm16.toFloats(in, inOff, count, stream, history);
        if (onGain == 1f) {
            System.arraycopy(in, inOff, held, HalfBand.CENTER, count);
        } else {
            raise(stream, history, count);
        }
        bank.prepare(count);
        Pcm16.interleave(bank.run(0, count), held, count, out, outOff);
        bank.advance(count);
        System.arraycopy(held, count, held, 0, HalfBand.CENTER);
    }

    private void raise(float[] stream, int from, int count) {
        for (int i = 0; i < count; i++) {
            raised[i] = stream[from + i] * onGain;
        }
        Pcm16.round(raised, count, held, HalfBand.CENTER);
    }

    @Override
    public double delayMs() {
        return 1000.0 * (HalfBand.TAPS - 1) / 2 / inputRateHz;
    }

    @Override
    public void reset() {
        bank.clear();
        Arrays.fill(held, (short) 0);
    }
}
