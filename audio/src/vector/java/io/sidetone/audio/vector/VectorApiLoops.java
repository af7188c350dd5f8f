package io.sidetone.audio.vector;

import io.sidetone.audio.filter.VectorLoops;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops on the Vector API. Compiled apart, because its module is an incubator's; loaded by name when the JVM has it.
 *
 * <p>A rest that does not fill a vector is done with the last full vector, which overlaps what has been done: no branch
 * that some length would be the first to take, and no code to be compiled anew for it in the middle of a call.
 */
public final class VectorApiLoops extends VectorLoops {
    private static final VectorSpecies<Float> FLOATS = widest();
    private static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, FLOATS.vectorShape());
    private static final VectorSpecies<Short> PAIRS = VectorSpecies.of(short.class, FLOATS.vectorShape());
    private static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
    private static final int LANES = FLOATS.length();

    /** Adding this leaves the nearest integer in the low bits of a float below 2²². */
    private static final float MAGIC = 12_582_912f;

    private static final int MAGIC_BITS = 0x4B40_0000;

    /** Creates the loops. */
    public VectorApiLoops() {}

    /** One width for all: what C2 has seen with two it does not keep in registers. */
    private static VectorSpecies<Float> widest() {
        VectorSpecies<Float> preferred = FloatVector.SPECIES_PREFERRED;
        return preferred.length() > LEAST_SAMPLES ? FloatVector.SPECIES_512 : preferred;
    }

    @Override
    public int bits() {
        return FLOATS.vectorBitSize();
    }

    @Override
    public void add(float[] taps, int tapOff, int tapCount, float[] stream, int periods, float[] sum) {
        // One loop within one: C2 of 17 does not always keep sums in registers through deeper nests or branches.
        for (int i = 0; i < periods; i += 2 * LANES) {
            int j = i + LANES;
            FloatVector a = FloatVector.fromArray(FLOATS, sum, i);
            FloatVector b = FloatVector.fromArray(FLOATS, sum, j);
            for (int first = tapCount - GROUP; first >= 0; first -= GROUP) {
                a = a.add(group(taps, tapOff + first, stream, i + first));
                b = b.add(group(taps, tapOff + first, stream, j + first));
            }
            a.intoArray(sum, i);
            b.intoArray(sum, j);
        }
    }

    @Override
    public void slide(
            float[] pattern, int patternOff, int length, float[] signal, int signalOff, int outputs, float[] out) {
        int last = outputs - LANES;
        for (int from = 0; from < outputs; from += 2 * LANES) {
            int i = Math.min(from, last);
            int j = Math.min(from + LANES, last);
            FloatVector a = FloatVector.zero(FLOATS);
            FloatVector b = FloatVector.zero(FLOATS);
            for (int first = length - GROUP; first >= 0; first -= GROUP) {
                a = a.add(group(pattern, patternOff + first, signal, signalOff + i + first));
                b = b.add(group(pattern, patternOff + first, signal, signalOff + j + first));
            }
            a.intoArray(out, i);
            b.intoArray(out, j);
        }
    }

    private static FloatVector group(float[] taps, int tap, float[] x, int at) {
        FloatVector early = FloatVector.fromArray(FLOATS, x, at)
                .mul(taps[tap])
                .add(FloatVector.fromArray(FLOATS, x, at + 1).mul(taps[tap + 1]));
        FloatVector late = FloatVector.fromArray(FLOATS, x, at + 2)
                .mul(taps[tap + 2])
                .add(FloatVector.fromArray(FLOATS, x, at + 3).mul(taps[tap + 3]));
        return early.add(late);
    }

    @Override
    public void dot(float[] row, float[] samples, int at, float[] sums) {
        for (int part = 0; part < DOT_PARTS; part += LANES) {
            FloatVector sum = FloatVector.zero(FLOATS);
            for (int i = part; i < row.length; i += DOT_PARTS) {
                FloatVector taps = FloatVector.fromArray(FLOATS, row, i);
                sum = sum.add(FloatVector.fromArray(FLOATS, samples, at + i).mul(taps));
            }
            sum.intoArray(sums, part);
        }
    }

    @Override
    public void addRows(float[] weights, int weightOff, int rowCount, float[] rows, float[] sums, int sumCount) {
        for (int i = 0; i < sumCount; i += 2 * LANES) {
            FloatVector a = FloatVector.fromArray(FLOATS, sums, i);
            FloatVector b = FloatVector.fromArray(FLOATS, sums, i + LANES);
            for (int row = 0; row < rowCount; row++) {
                int at = row * sumCount + i;
                a = a.add(FloatVector.fromArray(FLOATS, rows, at).mul(weights[weightOff + row]));
                b = b.add(FloatVector.fromArray(FLOATS, rows, at + LANES).mul(weights[weightOff + row]));
            }
            a.intoArray(sums, i);
            b.intoArray(sums, i + LANES);
        }
    }

    @Override
    public void toFloats(short[] in, int inOff, int count, float[] out, int outOff) {
        int last = count - LANES;
        for (int from = 0; from < count; from += LANES) {
            int i = Math.min(from, last);
            FloatVector floats = (FloatVector)
                    ShortVector.fromArray(SHORTS, in, inOff + i).convertShape(VectorOperators.S2F, FLOATS, 0);
            floats.intoArray(out, outOff + i);
        }
    }

    @Override
    public void split(short[] in, int inOff, int pairs, float[] first, float[] second, int outOff) {
        int last = pairs - LANES;
        for (int from = 0; from < pairs; from += LANES) {
            int i = Math.min(from, last);
            // Lanes are numbered from the low end: the earlier sample of a pair is the lower half of its integer.
            IntVector both = ShortVector.fromArray(PAIRS, in, inOff + 2 * i).reinterpretAsInts();
            toFloats(both.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 16), first, outOff + i);
            toFloats(both.lanewise(VectorOperators.ASHR, 16), second, outOff + i);
        }
    }

    private static void toFloats(IntVector samples, float[] out, int at) {
        FloatVector floats = (FloatVector) samples.convertShape(VectorOperators.I2F, FLOATS, 0);
        floats.intoArray(out, at);
    }

    @Override
    public void round(float[] in, int count, short[] out, int outOff) {
        int last = count - LANES;
        for (int from = 0; from < count; from += LANES) {
            int i = Math.min(from, last);
            ShortVector pcm = (ShortVector) rounded(in, i).convertShape(VectorOperators.I2S, SHORTS, 0);
            pcm.intoArray(out, outOff + i);
        }
    }

    @Override
    public void interleave(float[] first, short[] second, int count, short[] out, int outOff) {
        int last = count - LANES;
        for (int from = 0; from < count; from += LANES) {
            int i = Math.min(from, last);
            IntVector later =
                    (IntVector) ShortVector.fromArray(SHORTS, second, i).convertShape(VectorOperators.S2I, INTS, 0);
            rounded(first, i)
                    .and(0xFFFF)
                    .or(later.lanewise(VectorOperators.LSHL, 16))
                    .reinterpretAsShorts()
                    .intoArray(out, outOff + 2 * i);
        }
    }

    private static IntVector rounded(float[] in, int at) {
        return FloatVector.fromArray(FLOATS, in, at)
                .add(MAGIC)
                .reinterpretAsInts()
                .sub(MAGIC_BITS)
                .max(Short.MIN_VALUE)
                .min(Short.MAX_VALUE);
    }
}
