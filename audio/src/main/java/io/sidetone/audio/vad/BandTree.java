package io.sidetone.audio.vad;

import io.sidetone.audio.SampleRate;

/**
 * The splits that take a frame apart, and the parts. One tree for each thread, however many calls it hears: the calls' frames
 * find it in the processor's cache, and a call keeps only {@link #STATE} numbers.
 */
final class BandTree {
    private static final int NARROW_SAMPLES = SampleRate.frameSamples(SampleRate.NARROWBAND_HZ);
    private static final int SPLITS = 6;

    /** Number of values that a stream keeps from one frame to the next. */
    static final int STATE = SPLITS * HalfBandSplit.STATE;

    private static final ThreadLocal<BandTree> OF_THREAD = ThreadLocal.withInitial(BandTree::new);

    private final Thread owner = Thread.currentThread();
    final HalfBandSplit wide = new HalfBandSplit(2 * NARROW_SAMPLES);
    final HalfBandSplit to4000 = new HalfBandSplit(NARROW_SAMPLES);
    final HalfBandSplit to2000 = new HalfBandSplit(NARROW_SAMPLES / 2);
    final HalfBandSplit above2000 = new HalfBandSplit(NARROW_SAMPLES / 2);
    final HalfBandSplit to1000 = new HalfBandSplit(NARROW_SAMPLES / 4);
    final HalfBandSplit to500 = new HalfBandSplit(NARROW_SAMPLES / 8);

    private final float[] narrowFrame = new float[NARROW_SAMPLES];
    private final float[] wideFrame = new float[2 * NARROW_SAMPLES];
    private final float[] narrowClean = new float[NARROW_SAMPLES];
    private final float[] wideClean = new float[2 * NARROW_SAMPLES];

    /** Memory that {@link SpeechModel} needs while it weighs what was found in the parts. */
    final float[] work = new float[SpeechModel.shipped().room()];

    /** Memory that {@link Periodicity} needs while it looks for a pitch. */
    final Periodicity.Work pitch = new Periodicity.Work();

    /** Memory that {@link SteadyTone} needs while it looks at a frame. */
    final SteadyTone.Work tone = new SteadyTone.Work(NARROW_SAMPLES);

    private BandTree() {}

    /** Returns that of this thread; quick when {@code last} is the one. */
    static BandTree ofThread(BandTree last) {
        return last != null && last.owner == Thread.currentThread() ? last : OF_THREAD.get();
    }

    /** Returns room for a frame as floats. */
    float[] frame(boolean wideband) {
        return wideband ? wideFrame : narrowFrame;
    }

    /** Returns room for the caller's frame without its echo. */
    float[] clean(boolean wideband) {
        return wideband ? wideClean : narrowClean;
    }

    /**
     * Takes a frame apart.
     *
     * @param state of the stream, {@link #STATE} numbers, zero at its beginning
     * @return the frame below 4 kHz, at 8 kHz
     */
    float[] take(float[] samples, boolean wideband, float[] state) {
        float[] narrow = samples;
        if (wideband) {
            wide.split(samples, state, 0);
            narrow = wide.low();
        }
        to4000.split(narrow, state, HalfBandSplit.STATE);
        to2000.split(to4000.low(), state, 2 * HalfBandSplit.STATE);
        above2000.split(to4000.high(), state, 3 * HalfBandSplit.STATE);
        to1000.split(to2000.low(), state, 4 * HalfBandSplit.STATE);
        to500.split(to1000.low(), state, 5 * HalfBandSplit.STATE);
        return narrow;
    }
}
