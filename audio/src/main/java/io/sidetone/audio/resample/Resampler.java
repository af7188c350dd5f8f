package io.sidetone.audio.resample;

/**
 * Converts a stream of mono PCM16 from one rate to another.
 *
 * <p>20 ms of input give exactly 20 ms of output, from the first frame on. The output is equal bit by bit for every
 * division of the input into calls. One thread at a time; nothing is allocated after creation.
 */
public interface Resampler {
    /** Returns the rate of the input in hertz. */
    int inputRateHz();

    /** Returns the rate of the output in hertz. */
    int outputRateHz();

    /**
     * Converts {@code inLen} samples of mono PCM16. The caller owns both arrays.
     *
     * <p>Writes at most {@code ceil(inLen × outputRate ÷ inputRate) + 6} samples. The arrays must not overlap.
     *
     * @return samples written to {@code out} from {@code outOff}
     */
    int process(short[] in, int inOff, int inLen, short[] out, int outOff);

    /** Returns the group delay of the filter in milliseconds. */
    double delayMs();

    /** Resets the resampler to the state of a new one. */
    void reset();
}
