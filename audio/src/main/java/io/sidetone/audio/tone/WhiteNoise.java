package io.sidetone.audio.tone;

/**
 * Uniform white noise from a seed: SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the same samples on every
 * JVM.
 */
final class WhiteNoise {
    /** Mean square of the samples. */
    static final double VARIANCE = 1.0 / 3.0;

    private final long seed;
    private long state;

    WhiteNoise(long seed) {
        this.seed = seed;
        reset();
    }

    /** Returns the next sample: the top 24 bits as −1 … 1. */
    float next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return (mixed >> 40) * (1f / (1 << 23));
    }

    /** Starts again from the seed. */
    void reset() {
        state = seed;
    }
}
