package io.sidetone.audio.resample;

import io.sidetone.audio.filter.FirBank;
import java.util.Arrays;

/**
 * Halves the rate. The second input of each pair passes the filter; the first is only delayed and halved; their sum is
 * the output. A single input waits for the other of its pair.
 */
final class HalfBandDownsampler implements Resampler {
    private final int inputRateHz;
    private final int blockPairs;
    private final FirBank bank;
    private final float[] held;
    private boolean waits;
    private short waiting;

    HalfBandDownsampler(int inputRateHz) {
        this.inputRateHz = inputRateHz;
        this.blockPairs = inputRateHz / 100;
        this.bank = new FirBank(HalfBand.taps(0.5), blockPairs);
        // As long as the bank's stream, so that a pair has the same index in both arrays.
        this.held = new float[bank.history() + blockPairs];
    }

    @Override
    public int inputRateHz() {
        return inputRateHz;
    }

    @Override
    public int outputRateHz() {
        return inputRateHz / 2;
    }

    @Override
    public int process(short[] in, int inOff, int inLen, short[] out, int outOff) {
        int history = bank.history();
        int next = inOff;
        int end = inOff + inLen;
        int written = 0;
        while (next < end) {
            int pairs = 0;
            if (waits) {
                held[history] = waiting;
                bank.input(0)[history] = in[next++];
                waits = false;
                pairs = 1;
            }
            int whole = Math.min(blockPairs - pairs, (end - next) / 2);
            Pcm16.split(in, next, whole, held, bank.input(0), history + pairs);
            next += 2 * whole;
            pairs += whole;
            if (end - next == 1 && pairs < blockPairs) {
                waiting = in[next++];
                waits = true;
            }
            block(pairs, out, outOff + written);
            written += pairs;
        }
        return written;
    }

    private void block(int pairs, short[] out, int outOff) {
        int history = bank.history();
        bank.prepare(pairs);
        float[] sum = bank.run(0, pairs);
        int center = history - HalfBand.CENTER;
        for (int i = 0; i < pairs; i++) {
            sum[i] += 0.5f * held[center + i];
        }
        Pcm16.round(sum, pairs, out, outOff);
        bank.advance(pairs);
        System.arraycopy(held, pairs, held, 0, history);
    }

    @Override
    public double delayMs() {
        return 1000.0 * 2 * HalfBand.CENTER / inputRateHz;
    }

    @Override
    public void reset() {
        bank.clear();
        Arrays.fill(held, 0f);
        waits = false;
    }
}
