package io.sidetone.audio.filter;

import java.util.Arrays;

/**
 * Runs several FIR filters over several contiguous streams: output {@code p} at period {@code i} is the sum over
 * streams {@code s} and taps {@code q} of {@code taps[p][s][q] × stream s at i + q}.
 *
 * <p>C2 vectorizes a loop over floats only when every array is read at the plain loop index. So each stream is stored
 * in four copies, each shifted by one sample, and the sum moves down by four samples between groups of four taps. This
 * is twice as fast as the plain form, and every output has the same order of additions for every block length. {@link
 * VectorLoops} do not need it.
 */
public final class FirBank {
    /** Tap counts must be a multiple of this. */
    public static final int GROUP = Groups.SIZE;

    private final int tapCount;
    private final int streams;
    private final float[][] input;
    private final float[][] flat;
    private final int shiftedSamples;
    private final int sumSamples;
    private WorkArrays work;
    private VectorLoops loops;

    /** Creates a bank; {@code taps} is indexed by output phase, stream, tap. */
    public FirBank(float[][][] taps, int maxPeriods) {
        streams = taps[0].length;
        tapCount = taps[0][0].length;
        if (tapCount == 0 || tapCount % GROUP != 0) {
            throw new IllegalArgumentException("a filter of " + tapCount
                    + " taps; the count must be a positive multiple of " + GROUP + ": fill up with zeros");
        }
        input = new float[streams][tapCount - 1 + maxPeriods + VectorLoops.PADDING];
        shiftedSamples = tapCount + maxPeriods;
        sumSamples = tapCount + maxPeriods + VectorLoops.PADDING;
        findWork();
        flat = new float[taps.length][];
        for (int phase = 0; phase < taps.length; phase++) {
            flat[phase] = flat(taps[phase]);
        }
    }

    private void findWork() {
        work = WorkArrays.ofThread(work, streams * GROUP, shiftedSamples, sumSamples);
    }

    private float[] flat(float[][] taps) {
        float[] flat = new float[streams * tapCount];
        for (int stream = 0; stream < streams; stream++) {
            System.arraycopy(taps[stream], 0, flat, stream * tapCount, tapCount);
        }
        return flat;
    }

    /** Returns the number of samples that each stream keeps; new ones are written behind them. */
    public int history() {
        return tapCount - 1;
    }

    /** Returns the buffer of a stream. */
    public float[] input(int stream) {
        return input[stream];
    }

    /** Prepares for {@code periods} new samples in every stream. */
    public void prepare(int periods) {
        findWork();
        loops = VectorPath.loops(periods);
        if (loops == null) {
            copy(periods);
        }
    }

    private void copy(int periods) {
        int length = tapCount - GROUP + periods;
        for (int stream = 0; stream < streams; stream++) {
            for (int shift = 0; shift < GROUP; shift++) {
                System.arraycopy(input[stream], shift, work.shifted(stream * GROUP + shift), 0, length);
            }
        }
    }

    /**
     * Returns the outputs of one phase for the prepared periods, from index 0; valid until this thread next runs or prepares any
     * bank. On the thread that prepared it.
     */
    public float[] run(int phase, int periods) {
        float[] taps = flat[phase];
        float[] sum = work.sum();
        if (loops != null) {
            Arrays.fill(sum, 0, periods + VectorLoops.PADDING, 0f);
        }
        for (int stream = 0; stream < streams; stream++) {
            if (loops == null) {
                add(taps, stream, periods);
            } else {
                loops.add(taps, stream * tapCount, tapCount, input[stream], periods, sum);
            }
        }
        return sum;
    }

    /** Adds a stream to the sums, newest taps first. */
    private void add(float[] taps, int stream, int periods) {
        float[] sum = work.sum();
        int copy = stream * GROUP;
        int first = tapCount - GROUP;
        if (stream == 0) {
            Arrays.fill(sum, first, first + periods, 0f);
        } else {
            System.arraycopy(sum, 0, sum, first, periods);
        }
        while (true) {
            Groups.add(
                    sum,
                    work.shifted(copy),
                    work.shifted(copy + 1),
                    work.shifted(copy + 2),
                    work.shifted(copy + 3),
                    taps,
                    stream * tapCount + first,
                    first,
                    first + periods);
            if (first == 0) {
                return;
            }
            System.arraycopy(sum, first, sum, first - GROUP, periods);
            first -= GROUP;
        }
    }

    /** Drops {@code periods} samples from every stream; the newest stay as history. */
    public void advance(int periods) {
        for (float[] stream : input) {
            System.arraycopy(stream, periods, stream, 0, tapCount - 1);
        }
    }

    /** Forgets all samples. */
    public void clear() {
        for (float[] stream : input) {
            Arrays.fill(stream, 0f);
        }
    }
}
