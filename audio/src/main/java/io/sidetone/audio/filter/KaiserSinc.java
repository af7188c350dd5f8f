package io.sidetone.audio.filter;

/** Low-pass prototypes: a sinc under a Kaiser window. {@link StrictMath} gives the same bits on every JVM. */
public final class KaiserSinc {
    /** Window shape: about 93 dB of stop-band attenuation. */
    public static final double BETA = 9.3;

    private KaiserSinc() {}

    /**
     * Returns {@code length} taps, symmetric, of gain one at the center of the pass band.
     *
     * @param cutoff frequency of half amplitude, as a share of the sample rate of the taps
     */
    public static double[] lowPass(int length, double cutoff, double beta) {
        double[] taps = new double[length];
        double middle = (length - 1) / 2.0;
        double scale = besselI0(beta);
        for (int i = 0; i < length; i++) {
            double t = i - middle;
            double edge = t / (middle + 0.5);
            double window = besselI0(beta * StrictMath.sqrt(1 - edge * edge)) / scale;
            taps[i] = 2 * cutoff * sinc(2 * cutoff * t) * window;
        }
        return taps;
    }

    /** Rounds to float and scales so that the taps sum to {@code sum}: a constant input stays exactly constant. */
    public static float[] normalized(double[] taps, double sum) {
        double total = 0;
        for (double tap : taps) {
            total += tap;
        }
        float[] scaled = new float[taps.length];
        for (int i = 0; i < taps.length; i++) {
            scaled[i] = (float) (taps[i] * sum / total);
        }
        return scaled;
    }

    private static double sinc(double x) {
        return x == 0 ? 1 : StrictMath.sin(StrictMath.PI * x) / (StrictMath.PI * x);
    }

    private static double besselI0(double x) {
        double term = 1;
        double sum = 1;
        for (int k = 1; term > sum * 1e-17; k++) {
            term *= x / (2 * k) * (x / (2 * k));
            sum += term;
        }
        return sum;
    }
}
