package io.sidetone.audio.resample;

import io.sidetone.audio.filter.FirBank;
import io.sidetone.audio.filter.KaiserSinc;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Converts between rates with a small ratio L : M, each at most 6, in periods of M inputs and L outputs.
 *
 * <p>Inputs are distributed to M contiguous streams and outputs are computed phase by phase, so that every inner loop
 * runs over neighbors. The outputs of a period are written when its last input has arrived; up to M − 1 inputs wait.
 */
final class PolyphaseResampler implements Resampler {
    /** A transition band of 0.15 of the lower rate at 93 dB needs this many taps per sample of the lower rate. */
    private static final int TAPS_PER_LOW_SAMPLE = 38;

    /** Taps by ratio; all resamplers of a ratio share them. */
    private static final ConcurrentHashMap<Integer, float[][][]> TAPS = new ConcurrentHashMap<>();

    private final int inputRateHz;
    private final int outputRateHz;
    private final int interpolation;
    private final int decimation;
    private final int blockPeriods;
    private final double delayMs;
    private final FirBank bank;
    private final short[] rounded;

    private int waitingPeriods;
    private int waitingStream;

    PolyphaseResampler(int inputRateHz, int outputRateHz) {
        this.inputRateHz = inputRateHz;
        this.outputRateHz = outputRateHz;
        int divisor = Resamplers.greatestCommonDivisor(inputRateHz, outputRateHz);
        this.interpolation = outputRateHz / divisor;
        this.decimation = inputRateHz / divisor;
        this.blockPeriods = divisor / 50;
        int perStream = perStream(interpolation, decimation);
        this.bank = new FirBank(
                TAPS.computeIfAbsent(interpolation * 64 + decimation, ratio -> design(interpolation, decimation)),
                blockPeriods);
        this.rounded = new short[blockPeriods];
        double commonRateHz = (double) interpolation * inputRateHz;
        this.delayMs =
                1000 * ((length(perStream, interpolation, decimation) - 1) / 2.0 - (decimation - 1)) / commonRateHz;
    }

    /**
     * Returns the taps per stream: 38 taps at the lower rate, converted to the common rate and distributed over all
     * phases and streams.
     */
    private static int perStream(int interpolation, int decimation) {
        int taps = TAPS_PER_LOW_SAMPLE * Math.max(interpolation, decimation);
        return roundUp((taps + interpolation * decimation - 1) / (interpolation * decimation));
    }

    private static int length(int perStream, int interpolation, int decimation) {
        return perStream * interpolation * decimation - interpolation + 1 - (decimation - 1) * (interpolation - 1);
    }

    private static float[][][] design(int interpolation, int decimation) {
        int perStream = perStream(interpolation, decimation);
        double cutoff = 0.5 / Math.max(interpolation, decimation);
        double[] prototype = KaiserSinc.lowPass(length(perStream, interpolation, decimation), cutoff, KaiserSinc.BETA);
        return deal(prototype, perStream, interpolation, decimation);
    }

    private static int roundUp(int taps) {
        return (taps + FirBank.GROUP - 1) / FirBank.GROUP * FirBank.GROUP;
    }

    /** Distributes the prototype to output phases and input streams; times decide which tap meets which input. */
    private static float[][][] deal(double[] prototype, int perStream, int interpolation, int decimation) {
        float[][][] taps = new float[interpolation][decimation][perStream];
        for (int phase = 0; phase < interpolation; phase++) {
            double[] all = new double[perStream * decimation];
            for (int age = 0; age < all.length; age++) {
                int tap = phase * decimation + (age - decimation + 1) * interpolation + decimation - 1;
                all[age] = tap >= 0 && tap < prototype.length ? prototype[tap] : 0;
            }
            float[] byAge = KaiserSinc.normalized(all, 1);
            for (int age = 0; age < all.length; age++) {
                int stream = decimation - 1 - age % decimation;
                taps[phase][stream][perStream - 1 - age / decimation] = byAge[age];
            }
        }
        return taps;
    }

    @Override
    public int inputRateHz() {
        return inputRateHz;
    }

    @Override
    public int outputRateHz() {
        return outputRateHz;
    }

    @Override
    public int process(short[] in, int inOff, int inLen, short[] out, int outOff) {
        int written = 0;
        int next = inOff;
        int end = inOff + inLen;
        while (next < end) {
            next = take(in, next, end);
            written += emit(out, outOff + written);
        }
        return written;
    }

    /** Distributes inputs to the streams until the block is full or the input ends; returns the next input's index. */
    private int take(short[] in, int from, int end) {
        int history = bank.history();
        int next = from;
        while (waitingStream != 0 && next < end) {
            next = deal(in[next], next);
        }
        int whole = Math.min((end - next) / decimation, blockPeriods - waitingPeriods);
        if (decimation == 1) {
            Pcm16.toFloats(in, next, whole, bank.input(0), history + waitingPeriods);
            waitingPeriods += whole;
            return next + whole;
        }
        for (int stream = 0; stream < decimation; stream++) {
            float[] samples = bank.input(stream);
            int to = history + waitingPeriods;
            for (int i = 0, at = next + stream; i < whole; i++, at += decimation) {
                samples[to + i] = in[at];
            }
        }
        waitingPeriods += whole;
        next += whole * decimation;
        while (waitingPeriods < blockPeriods && next < end) {
            next = deal(in[next], next);
        }
        return next;
    }

    private int deal(short sample, int index) {
        bank.input(waitingStream)[bank.history() + waitingPeriods] = sample;
        waitingStream++;
        if (waitingStream == decimation) {
            waitingStream = 0;
            waitingPeriods++;
        }
        return index + 1;
    }

    private int emit(short[] out, int outOff) {
        int periods = waitingPeriods;
        if (periods == 0) {
            return 0;
        }
        bank.prepare(periods);
        for (int phase = 0; phase < interpolation; phase++) {
            float[] samples = bank.run(phase, periods);
            if (interpolation == 1) {
                Pcm16.round(samples, periods, out, outOff);
            } else {
                Pcm16.scatter(samples, periods, rounded, out, outOff + phase, interpolation);
            }
        }
        bank.advance(periods);
        keepStarted(periods);
        waitingPeriods = 0;
        return periods * interpolation;
    }

    /**
     * The inputs of an unfinished period moved with the history; this moves them to the beginning of the next period.
     */
    private void keepStarted(int periods) {
        int history = bank.history();
        for (int stream = 0; stream < waitingStream; stream++) {
            float[] samples = bank.input(stream);
            samples[history] = samples[history + periods];
        }
    }

    @Override
    public double delayMs() {
        return delayMs;
    }

    @Override
    public void reset() {
        bank.clear();
        waitingPeriods = 0;
        waitingStream = 0;
    }
}
