package io.sidetone.audio.filter;

/** The inner loop of every filter here: adds four products to a sum, in a form that C2 vectorizes. */
final class Groups {
    /** Taps per pass. */
    static final int SIZE = 4;

    private Groups() {}

    /** Adds {@code taps[tap + k] × xk[i]} for k = 0 … 3 to {@code sum[i]}, for i from {@code from} to below {@code to}. */
    static void add(
            float[] sum, float[] x0, float[] x1, float[] x2, float[] x3, float[] taps, int tap, int from, int to) {
        float a = taps[tap];
        float b = taps[tap + 1];
        float c = taps[tap + 2];
        float d = taps[tap + 3];
        for (int i = from; i < to; i++) {
            sum[i] = sum[i] + ((a * x0[i] + b * x1[i]) + (c * x2[i] + d * x3[i]));
        }
    }
}
