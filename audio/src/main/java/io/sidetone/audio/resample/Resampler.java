package io.sidetone.audio.resample;

/**
 * Converts a stream of mono PCM16 from one rate to another.
 *
 * <p>20 ms in give exactly 20 ms out, from the first frame on. However the input is cut into calls, the output is bit for
 * bit the same. One thread at a time; nothing is allocated after creation.
 */
public interface Resampler {
    /** Returns the rate of the input in hertz. */
    int inputRateHz();

    /** Returns the rate of the output in hertz. */
    int outputRateHz();

    /**
     * Converts {@code inLen} samples.
     *
     * <p>Writes at most {@code ceil(inLen × outputRate ÷ inputRate) + 6} samples. The arrays must not overlap.
     *
     * @return samples written to {@code out} from {@code outOff}
     */
    int process(short[] in, int inOff, int inLen, short[] out, int outOff);

    /** Returns how much later a sound leaves than it came, in milliseconds: the group delay of the filter. */
    double delayMs();

    /** Forgets the past, as if new. */
    void reset();
}
