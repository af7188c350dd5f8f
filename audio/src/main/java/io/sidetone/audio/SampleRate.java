package io.sidetone.audio;

/** Sample rates and frame sizes of the media path. One frame is always 20 ms of mono PCM16. */
public final class SampleRate {
    /** Telephone band. */
    public static final int NARROWBAND_HZ = 8_000;

    /** The rate on which speech recognizers are trained. */
    public static final int WIDEBAND_HZ = 16_000;

    /** The rate of browsers and Opus. */
    public static final int FULLBAND_HZ = 48_000;

    /** Duration of one media frame. */
    public static final int FRAME_MS = 20;

    /** Samples of one frame at the highest rate: the size of a ring slot. */
    public static final int MAX_FRAME_SAMPLES = FULLBAND_HZ / 1000 * FRAME_MS;

    private SampleRate() {}

    /** Returns the samples of one 20 ms frame at {@code sampleRateHz}. */
    public static int frameSamples(int sampleRateHz) {
        return sampleRateHz / 1000 * FRAME_MS;
    }
}
