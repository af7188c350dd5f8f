package io.sidetone.audio.echo;

import io.sidetone.audio.filter.RealFft;
import java.util.HashMap;
import java.util.Map;

/**
 * Work arrays of searches and filters, valid during one frame: one set for each thread and length of block,
 * however many cancellers run on it. So a call keeps only what it must remember.
 */
final class EchoWork {
    private static final ThreadLocal<Map<Integer, EchoWork>> OF_THREAD = ThreadLocal.withInitial(HashMap::new);

    private final Thread owner = Thread.currentThread();

    /** A block of samples; each transform overwrites it. */
    final float[] block;

    /** The window of our audio whose spectrum is computed. */
    final float[] window;

    /** The spectrum of the near frame. */
    final float[] nearRe;

    final float[] nearIm;

    /** The same spectrum tapered and whitened, as far as the search uses it. */
    final float[] taperedRe = new float[DelayFinder.HIGHEST_BIN];

    final float[] taperedIm = new float[DelayFinder.HIGHEST_BIN];
    final float[] weights = new float[DelayFinder.HIGHEST_BIN];

    /** Sums of the search in a whole spectrum; zero from {@link DelayFinder#HIGHEST_BIN} on. */
    final float[] sumRe;

    final float[] sumIm;

    /** Energy of each peak of the correlation. */
    final float[] peaks = new float[DelayFinder.PARTS * DelayFinder.PEAKS_PER_PART];

    /** The echo that the filter has estimated, the frame without it, and the power that may be left. */
    final float[] echoRe;

    final float[] echoIm;
    final float[] errorRe;
    final float[] errorIm;
    final float[] residual;

    private EchoWork(int blockSamples) {
        int bins = blockSamples / 2 + 1;
        block = new float[blockSamples];
        window = new float[blockSamples];
        nearRe = new float[bins];
        nearIm = new float[bins];
        sumRe = new float[bins];
        sumIm = new float[bins];
        echoRe = new float[bins];
        echoIm = new float[bins];
        errorRe = new float[bins];
        errorIm = new float[bins];
        residual = new float[bins];
    }

    /**
     * Returns this thread's set for the blocks of {@code fft}.
     *
     * @param last the set that the asker got before, or null: quick when it is this thread's
     */
    static EchoWork ofThread(EchoWork last, RealFft fft) {
        if (last != null && last.owner == Thread.currentThread()) {
            return last;
        }
        return OF_THREAD.get().computeIfAbsent(fft.size(), EchoWork::new);
    }
}
