package io.sidetone.audio.filter;

/**
 * The inner loops with several samples per instruction. Every vector lane makes the additions of the plain loop in the
 * same order and nothing is fused, so both give the same bits.
 *
 * <p>Stateless: any thread. Lengths must be at least {@link #LEAST_SAMPLES}; {@link VectorPath#loops(int)} guarantees
 * it.
 */
public abstract class VectorLoops {
    /** Plain loops process fewer samples than this. */
    public static final int LEAST_SAMPLES = 16;

    /** Number of elements behind a stream and its sums. */
    public static final int PADDING = 2 * LEAST_SAMPLES;

    /** Number of taps whose products are added to each other before they are added to a sum. */
    public static final int GROUP = Groups.SIZE;

    /** Number of partial sums of a dot product; the tap count of a row must be a multiple of it. */
    public static final int DOT_PARTS = 16;

    /** Returns the width of the vectors. */
    public abstract int bits();

    /**
     * Adds a filtered stream to {@code sum}: sample {@code i} gets the products of the taps with the stream from {@code
     * i} on. Both arrays need {@link #PADDING} more elements at the end, which are read and written, too.
     */
    public abstract void add(float[] taps, int tapOff, int tapCount, float[] stream, int periods, float[] sum);

    /** Writes the result of {@link Correlation#slide}. */
    public abstract void slide(
            float[] pattern, int patternOff, int length, float[] signal, int signalOff, int outputs, float[] out);

    /**
     * Writes {@link #DOT_PARTS} sums, each over every sixteenth product of {@code row} and {@code samples} from {@code
     * at}.
     */
    public abstract void dot(float[] row, float[] samples, int at, float[] sums);

    /**
     * Adds rows to {@code sums}, each times its weight, one row after the other.
     *
     * @param weights one for each row, from {@code weightOff} on
     * @param rows so many numbers each as there are sums, a multiple of {@link #PADDING}
     */
    public abstract void addRows(
            float[] weights, int weightOff, int rowCount, float[] rows, float[] sums, int sumCount);

    /** Converts PCM16 to floats. */
    public abstract void toFloats(short[] in, int inOff, int count, float[] out, int outOff);

    /** Converts pairs of PCM16 to two streams of floats. */
    public abstract void split(short[] in, int inOff, int pairs, float[] first, float[] second, int outOff);

    /** Rounds floats to PCM16, halves to even, and limits them to the range. */
    public abstract void round(float[] in, int count, short[] out, int outOff);

    /** Writes pairs: a float rounded as by {@link #round}, and an unchanged sample. */
    public abstract void interleave(float[] first, short[] second, int count, short[] out, int outOff);
}
