package io.sidetone.audio.filter;

import java.util.Arrays;

/**
 * Slides a pattern over a signal: output {@code i} is the sum over {@code q} of {@code pattern[q] × signal[i + q]}. It
 * works like {@link FirBank}, with a new pattern at each call.
 */
public final class Correlation {
    private final int patternLength;
    private final int outputs;
    private WorkArrays work;

    /**
     * Creates a correlation; {@code patternLength} is a multiple of four.
     *
     * @throws IllegalArgumentException for any other pattern length
     */
    public Correlation(int patternLength, int outputs) {
        if (patternLength <= 0 || patternLength % Groups.SIZE != 0) {
            throw new IllegalArgumentException("pattern of " + patternLength + " samples; the length must be a positive"
                    + " multiple of " + Groups.SIZE);
        }
        this.patternLength = patternLength;
        this.outputs = outputs;
        findWork();
    }

    private void findWork() {
        work = WorkArrays.ofThread(work, Groups.SIZE, patternLength + outputs, patternLength + outputs);
    }

    /** Returns the outputs from index 0, valid until this thread next uses any filter. */
    public float[] slide(float[] pattern, int patternOff, float[] signal, int signalOff) {
        findWork();
        VectorLoops loops = VectorPath.loops(outputs);
        if (loops == null) {
            return add(pattern, patternOff, signal, signalOff);
        }
        loops.slide(pattern, patternOff, patternLength, signal, signalOff, outputs, work.sum());
        return work.sum();
    }

    private float[] add(float[] pattern, int patternOff, float[] signal, int signalOff) {
        float[] sum = work.sum();
        int length = patternLength - Groups.SIZE + outputs;
        for (int shift = 0; shift < Groups.SIZE; shift++) {
            System.arraycopy(signal, signalOff + shift, work.shifted(shift), 0, length);
        }
        int first = patternLength - Groups.SIZE;
        Arrays.fill(sum, first, first + outputs, 0f);
        while (true) {
            Groups.add(
                    sum,
                    work.shifted(0),
                    work.shifted(1),
                    work.shifted(2),
                    work.shifted(3),
                    pattern,
                    patternOff + first,
                    first,
                    first + outputs);
            if (first == 0) {
                return sum;
            }
            System.arraycopy(sum, first, sum, first - Groups.SIZE, outputs);
            first -= Groups.SIZE;
        }
    }
}
