package io.sidetone.audio.filter;

/**
 * Sums of products in sixteen parts, so that the additions do not wait for each other; the order of the additions is the same on every JVM,
 * with the Vector API and without.
 */
public final class DotProduct {
    /** The length of a row is a multiple of this. */
    public static final int PARTS = VectorLoops.DOT_PARTS;

    private DotProduct() {}

    /**
     * Returns the sum of {@code row[i] × x[at + i]}.
     *
     * @param row its length is a multiple of {@value #PARTS}
     * @param sums room for {@value #PARTS} sums
     */
    public static float of(float[] row, float[] x, int at, float[] sums) {
        VectorLoops loops = VectorPath.loops(row.length);
        if (loops == null) {
            add(row, x, at, sums);
        } else {
            loops.dot(row, x, at, sums);
        }
        return total(sums);
    }

    private static void add(float[] row, float[] x, int at, float[] sums) {
        float a0 = 0;
        float a1 = 0;
        float a2 = 0;
        float a3 = 0;
        float a4 = 0;
        float a5 = 0;
        float a6 = 0;
        float a7 = 0;
        float b0 = 0;
        float b1 = 0;
        float b2 = 0;
        float b3 = 0;
        float b4 = 0;
        float b5 = 0;
        float b6 = 0;
        float b7 = 0;
        for (int i = 0; i < row.length; i += PARTS) {
            a0 += row[i] * x[at + i];
            a1 += row[i + 1] * x[at + i + 1];
            a2 += row[i + 2] * x[at + i + 2];
            a3 += row[i + 3] * x[at + i + 3];
            a4 += row[i + 4] * x[at + i + 4];
            a5 += row[i + 5] * x[at + i + 5];
            a6 += row[i + 6] * x[at + i + 6];
            a7 += row[i + 7] * x[at + i + 7];
            b0 += row[i + 8] * x[at + i + 8];
            b1 += row[i + 9] * x[at + i + 9];
            b2 += row[i + 10] * x[at + i + 10];
            b3 += row[i + 11] * x[at + i + 11];
            b4 += row[i + 12] * x[at + i + 12];
            b5 += row[i + 13] * x[at + i + 13];
            b6 += row[i + 14] * x[at + i + 14];
            b7 += row[i + 15] * x[at + i + 15];
        }
        sums[0] = a0;
        sums[1] = a1;
        sums[2] = a2;
        sums[3] = a3;
        sums[4] = a4;
        sums[5] = a5;
        sums[6] = a6;
        sums[7] = a7;
        sums[8] = b0;
        sums[9] = b1;
        sums[10] = b2;
        sums[11] = b3;
        sums[12] = b4;
        sums[13] = b5;
        sums[14] = b6;
        sums[15] = b7;
    }

    private static float total(float[] s) {
        float low = ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
        float high = ((s[8] + s[12]) + (s[9] + s[13])) + ((s[10] + s[14]) + (s[11] + s[15]));
        return low + high;
    }
}
