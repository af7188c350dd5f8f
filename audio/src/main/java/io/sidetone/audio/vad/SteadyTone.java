package io.sidetone.audio.vad;

import io.sidetone.audio.filter.DotProduct;

/**
 * Recognizes one or two steady sines: telephone digits, ringback, dial tone. Two sines exactly satisfy a linear
 * recursion over four samples, for any phases; the recursion found in one frame must also predict the next. Speech is
 * never that steady.
 */
final class SteadyTone {
    private static final int ORDER = 4;
    private static final float PRE_EMPHASIS = 0.9f;

    private final double[] recursion = new double[ORDER];
    private float last;
    private boolean known;

    /** Memory that is needed while a frame is looked at, and not after that. */
    static final class Work {
        /** The frame, flattened, and so many zeros that the row has a length that can be summed in parts. */
        private final float[] flat;

        /** The same without its first samples. */
        private final float[] row;

        private final float[] sums = new float[DotProduct.PARTS];
        private final double[][] products = new double[ORDER + 1][ORDER + 1];
        private final double[][] triangle = new double[ORDER][ORDER];
        private final double[] fresh = new double[ORDER];

        /** Creates room for frames of {@code samples} samples, a multiple of {@link DotProduct#PARTS}. */
        Work(int samples) {
            flat = new float[ORDER + samples];
            row = new float[samples];
        }

        private double product(int row, int column) {
            return row <= column ? products[row][column] : products[column][row];
        }
    }

    /** Returns the share of the frame's energy that the last frame's recursion does not predict, 0 … about 1. */
    float unpredictedShare(float[] frame, Work work) {
        float[] flat = work.flat;
        int samples = work.row.length;
        flat[0] = frame[0] - PRE_EMPHASIS * last;
        for (int i = 1; i < samples; i++) {
            flat[i] = frame[i] - PRE_EMPHASIS * frame[i - 1];
        }
        last = frame[samples - 1];
        fillProducts(work);
        double energy = work.products[0][0] + 1;
        float share = known ? (float) (residual(work) / energy) : 1f;
        known = solve(work, energy * 1e-7);
        return share;
    }

    private static void fillProducts(Work work) {
        float[] x = work.flat;
        double[][] products = work.products;
        int n = work.row.length;
        System.arraycopy(x, ORDER, work.row, 0, n);
        for (int lag = 0; lag <= ORDER; lag++) {
            products[0][lag] = DotProduct.of(work.row, x, ORDER - lag, work.sums);
        }
        for (int row = 1; row <= ORDER; row++) {
            for (int column = row; column <= ORDER; column++) {
                products[row][column] = products[row - 1][column - 1]
                        + (double) x[ORDER - row] * x[ORDER - column]
                        - (double) x[n - row] * x[n - column];
            }
        }
    }

    private double residual(Work work) {
        double[] weights = recursion;
        double rest = work.products[0][0];
        for (int i = 0; i < ORDER; i++) {
            rest -= 2 * weights[i] * work.products[0][i + 1];
            for (int j = 0; j < ORDER; j++) {
                rest += weights[i] * weights[j] * work.product(i + 1, j + 1);
            }
        }
        return Math.max(0, rest);
    }

    /**
     * Solves the normal equations by Cholesky's method; a small value is added to the diagonal, because one sine has no
     * unique solution.
     */
    private boolean solve(Work work, double regular) {
        double[][] triangle = work.triangle;
        double[] fresh = work.fresh;
        for (int i = 0; i < ORDER; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = work.product(i + 1, j + 1) + (i == j ? regular : 0);
                for (int k = 0; k < j; k++) {
                    sum -= triangle[i][k] * triangle[j][k];
                }
                if (i == j) {
                    if (!(sum > 0)) {
                        return false;
                    }
                    triangle[i][i] = Math.sqrt(sum);
                } else {
                    triangle[i][j] = sum / triangle[j][j];
                }
            }
        }
        for (int i = 0; i < ORDER; i++) {
            double sum = work.products[0][i + 1];
            for (int k = 0; k < i; k++) {
                sum -= triangle[i][k] * fresh[k];
            }
            fresh[i] = sum / triangle[i][i];
        }
        for (int i = ORDER - 1; i >= 0; i--) {
            double sum = fresh[i];
            for (int k = i + 1; k < ORDER; k++) {
                sum -= triangle[k][i] * recursion[k];
            }
            recursion[i] = sum / triangle[i][i];
        }
        return true;
    }

    void reset() {
        last = 0;
        known = false;
    }
}
