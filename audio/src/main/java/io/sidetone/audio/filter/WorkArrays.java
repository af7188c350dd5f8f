package io.sidetone.audio.filter;

/**
 * Work arrays of filters, valid during one computation: one set for each thread, however many filters run on it. So the
 * filters of many calls find it in the processor's cache, and a call keeps only what it must remember.
 */
final class WorkArrays {
    private static final ThreadLocal<WorkArrays> OF_THREAD = ThreadLocal.withInitial(WorkArrays::new);

    private final Thread owner = Thread.currentThread();
    private float[][] shifted = new float[0][];
    private float[] sum = new float[0];

    private WorkArrays() {}

    /**
     * Returns those of this thread, which are large enough for so many streams of so many samples from now on.
     *
     * @param last those that the same filter got before, or null: quick when they are this thread's
     */
    static WorkArrays ofThread(WorkArrays last, int streams, int samples, int sums) {
        if (last != null && last.owner == Thread.currentThread()) {
            return last;
        }
        WorkArrays arrays = OF_THREAD.get();
        arrays.grow(streams, samples, sums);
        return arrays;
    }

    private void grow(int streams, int samples, int sums) {
        if (shifted.length < streams || shifted.length > 0 && shifted[0].length < samples) {
            int longest = Math.max(samples, shifted.length == 0 ? 0 : shifted[0].length);
            shifted = new float[Math.max(streams, shifted.length)][longest];
        }
        if (sum.length < sums) {
            sum = new float[sums];
        }
    }

    /** A copy of a stream that begins later, or a stream of its own; what is in it is of no use. */
    float[] shifted(int index) {
        return shifted[index];
    }

    /** The sums; what is in them is of no use. */
    float[] sum() {
        return sum;
    }
}
