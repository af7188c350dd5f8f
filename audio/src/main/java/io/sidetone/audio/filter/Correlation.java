package io.sidetone.audio.filter;

import java.util.Arrays;

/**
 * Slides a pattern over a signal: output {@code i} is the sum over {@code q} of {@code pattern[q] × signal[i + q]}. It
 * works like {@link FirBank}, with a new pattern at each call.
 */
public final class Correlation {
    private final int patternLength;
    private final int outputs;
    private final float[][] shifted;
    private final float[] sum;

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
        this.shifted = new float[Groups.SIZE][patternLength + outputs];
        this.sum = new float[patternLength + outputs];
    }

    /** Returns the outputs from index 0, valid until the next call. */
    public float[] slide(float[] pattern, int patternOff, float[] signal, int signalOff) {
        VectorLoops loops = VectorPath.loops(outputs);
        if (loops == null) {
            return add(pattern, patternOff, signal, signalOff);
        }
        loops.slide(pattern, patternOff, patternLength, signal, signalOff, outputs, sum);
        return sum;
    }

    private float[] add(float[] pattern, int patternOff, float[] signal, int signalOff) {
        int length = patternLength - Groups.SIZE + outputs;
        for (int shift = 0; shift < Groups.SIZE; shift++) {
            System.arraycopy(signal, signalOff + shift, shifted[shift], 0, length);
        }
        int first = patternLength - Groups.SIZE;
        Arrays.fill(sum, first, first + outputs, 0f);
        while (true) {
            Groups.add(
                    sum,
                    shifted[0],
                    shifted[1],
                    shifted[2],
                    shifted[3],
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
