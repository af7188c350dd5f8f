package io.sidetone.audio.resample;

import io.sidetone.audio.filter.VectorLoops;
import io.sidetone.audio.filter.VectorPath;

/** Converts between PCM16 and floats. */
final class Pcm16 {
    /** Adding this leaves the nearest integer in the low bits of the float; good for |value| below 2²². */
    private static final float MAGIC = 12_582_912f;

    private static final int MAGIC_BITS = 0x4B40_0000;

    private Pcm16() {}

    /** Returns the nearest sample, ties to even, limited to the range. */
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

    /** Converts {@code count} samples. */
    static void toFloats(short[] in, int inOff, int count, float[] out, int outOff) {
        VectorLoops loops = VectorPath.loops(count);
        if (loops != null) {
            loops.toFloats(in, inOff, count, out, outOff);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[outOff + i] = in[inOff + i];
        }
    }

    /** Converts pairs of samples to two streams. */
    static void split(short[] in, int inOff, int pairs, float[] first, float[] second, int outOff) {
        VectorLoops loops = VectorPath.loops(pairs);
        if (loops != null) {
            loops.split(in, inOff, pairs, first, second, outOff);
            return;
        }
        for (int i = 0; i < pairs; i++) {
            first[outOff + i] = in[inOff + 2 * i];
            second[outOff + i] = in[inOff + 2 * i + 1];
        }
    }

    /** Writes {@code count} samples. */
    static void round(float[] in, int count, short[] out, int outOff) {
        VectorLoops loops = VectorPath.loops(count);
        if (loops != null) {
            loops.round(in, count, out, outOff);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[outOff + i] = saturated(in[i]);
        }
    }

    /** Writes {@code count} samples, each {@code stride} after the one before; {@code rounded} is a work buffer. */
    static void scatter(float[] in, int count, short[] rounded, short[] out, int outOff, int stride) {
        VectorLoops loops = VectorPath.loops(count);
        if (loops != null) {
            loops.round(in, count, rounded, 0);
            for (int i = 0, at = outOff; i < count; i++, at += stride) {
                out[at] = rounded[i];
            }
            return;
        }
        for (int i = 0, at = outOff; i < count; i++, at += stride) {
            out[at] = saturated(in[i]);
        }
    }

    /** Writes {@code count} pairs: a rounded float, and an unchanged sample. */
    static void interleave(float[] first, short[] second, int count, short[] out, int outOff) {
        VectorLoops loops = VectorPath.loops(count);
        if (loops != null) {
            loops.interleave(first, second, count, out, outOff);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[outOff + 2 * i] = saturated(first[i]);
            out[outOff + 2 * i + 1] = second[i];
        }
    }
}
