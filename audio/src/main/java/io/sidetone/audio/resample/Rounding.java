package io.sidetone.audio.resample;

/** Floats to PCM16. */
final class Rounding {
    /** Adding this leaves the nearest integer in the low bits of the float; good for |value| below 2²². */
    private static final float MAGIC = 12_582_912f;

    private static final int MAGIC_BITS = 0x4B40_0000;

    private Rounding() {}

    /** Returns the nearest sample, ties to even, held at the ends of the range. */
    static short saturated(float value) {
        int rounded = Float.floatToRawIntBits(value + MAGIC) - MAGIC_BITS;
        if (rounded > Short.MAX_VALUE) {
            rounded = Short.MAX_VALUE;
        }
        if (rounded < Short.MIN_VALUE) {
            rounded = Short.MIN_VALUE;
        }
        return (short) rounded;
    }
}
