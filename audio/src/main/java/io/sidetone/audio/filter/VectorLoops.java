package io.sidetone.audio.filter;

/**
 * The inner loops once more, with several samples in one instruction. Every lane makes the additions of the plain loop in
 * the plain loop's order and nothing is fused, so both give the same bits.
 *
 * <p>Stateless: any thread. Lengths are at least {@link #LEAST_SAMPLES}, which callers have from
 * {@link VectorPath#loops(int)}.
 */
public abstract class VectorLoops {
    /** Fewer samples than this are left to the plain loops. */
    public static final int LEAST_SAMPLES = 16;

    /** Elements behind a stream and its sums. */
    public static final int PADDING = 2 * LEAST_SAMPLES;

    /** Taps that are added to each other before they are added to a sum. */
    public static final int GROUP = Groups.SIZE;

    /** Partial sums of a dot product; rows have a multiple of this many taps. */
    public static final int DOT_PARTS = 16;

    /** Returns the width of the vectors. */
    public abstract int bits();

    /**
     * Adds a filtered stream to {@code sum}: sample {@code i} gets the products of the taps with what lies from {@code i}
     * on. Both arrays have {@link #PADDING} elements behind what counts, which are read and written too.
     */
    public abstract void add(float[] taps, int tapOff, int tapCount, float[] stream, int periods, float[] sum);

    /** Writes what {@link Correlation#slide} returns. */
    public abstract void slide(
            float[] pattern, int patternOff, int length, float[] signal, int signalOff, int outputs, float[] out);

    /** Writes {@link #DOT_PARTS} sums, each of every sixteenth product of {@code row} and {@code samples} from {@code at}. */
    public abstract void dot(float[] row, float[] samples, int at, float[] sums);

    /** Converts PCM16 to floats. */
    public abstract void toFloats(short[] in, int inOff, int count, float[] out, int outOff);

    /** Converts pairs of PCM16 to two streams of floats. */
    public abstract void split(short[] in, int inOff, int pairs, float[] first, float[] second, int outOff);

    /** Rounds floats to PCM16, to even when in the middle, and holds them at the ends of the range. */
    public abstract void round(float[] in, int count, short[] out, int outOff);

    /** Writes pairs: a float rounded as by {@link #round} and a sample as it is. */
    public abstract void interleave(float[] first, short[] second, int count, short[] out, int outOff);
}
