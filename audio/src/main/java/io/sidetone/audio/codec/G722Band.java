package io.sidetone.audio.codec;

/**
 * One sub-band of G.722, equal at both ends: a predictor of two poles and six zeros that adapts by sign, and a scale
 * factor that follows the codes (ITU-T G.722 section 6.2, blocks 3L, 4L, 3H, 4H).
 *
 * <p>Encoder and decoder stay in step because both adapt only by the codes. Values are 16-bit integers as in the
 * recommendation; sums are limited where it limits them. The zeros are in fields, not arrays, and differences are
 * stored at twice their value, as they are used: this saves a third of the time.
 */
final class G722Band {
    private static final int LEAK = 32_640;
    private static final int POLE_2_LEAK = 32_512;
    private static final int MAX_POLE_2 = 12_288;
    private static final int MAX_POLES = 15_360;

    private final int minScale;
    private final int maxLogScale;
    private final int shift;

    private int logScale;
    private int scale;
    private int pole1;
    private int pole2;
    private int partial1;
    private int partial2;
    private int previous;
    private int zero1;
    private int zero2;
    private int zero3;
    private int zero4;
    private int zero5;
    private int zero6;
    private int doubled1;
    private int doubled2;
    private int doubled3;
    private int doubled4;
    private int doubled5;
    private int doubled6;
    private int zeroPart;
    private int prediction;

    private G722Band(int minScale, int maxLogScale, int shift) {
        this.minScale = minScale;
        this.maxLogScale = maxLogScale;
        this.shift = shift;
        reset();
    }

    static G722Band lower() {
        return new G722Band(32, G722Tables.LOW_MAX_SCALE, 8);
    }

    static G722Band higher() {
        return new G722Band(8, G722Tables.HIGH_MAX_SCALE, 10);
    }

    void reset() {
        logScale = 0;
        scale = minScale;
        pole1 = 0;
        pole2 = 0;
        partial1 = 0;
        partial2 = 0;
        previous = 0;
        zeroPart = 0;
        prediction = 0;
        zero1 = 0;
        doubled1 = 0;
        zero2 = 0;
        doubled2 = 0;
        zero3 = 0;
        doubled3 = 0;
        zero4 = 0;
        doubled4 = 0;
        zero5 = 0;
        doubled5 = 0;
        zero6 = 0;
        doubled6 = 0;
    }

    /** Returns the predicted next sample of the band. */
    int prediction() {
        return prediction;
    }

    /** Returns the present step of the quantizer. */
    int scale() {
        return scale;
    }

    /**
     * Takes the code of one sample.
     *
     * @param difference the code's level times the scale: the error of the prediction
     * @param scaleStep how far the code moves the logarithmic scale factor
     */
    void adapt(int difference, int scaleStep) {
        logScale = Math.max(0, Math.min(maxLogScale, (logScale * 127 >> 7) + scaleStep));
        int mantissa = G722Tables.MANTISSA[logScale >> 6 & 31];
        int down = shift - (logScale >> 11);
        scale = (down < 0 ? mantissa << -down : mantissa >> down) << 2;

        int twice = limit(2 * limit(prediction + difference));
        int partial = limit(zeroPart + difference);
        adaptPoles(partial);
        adaptZeros(difference);
        partial2 = partial1;
        partial1 = partial;

        int poles = (pole1 * twice >> 15) + (pole2 * previous >> 15);
        previous = twice;
        prediction = limit(limit(poles) + zeroPart);
    }

    private void adaptPoles(int partial) {
        boolean same1 = (partial ^ partial1) >= 0;
        boolean same2 = (partial ^ partial2) >= 0;
        int turned = limit(pole1 << 2);
        int turn = same1 ? Math.min(-turned, Short.MAX_VALUE) : turned;
        int second = (same2 ? 128 : -128) + (turn >> 7) + (pole2 * POLE_2_LEAK >> 15);
        pole2 = Math.max(-MAX_POLE_2, Math.min(MAX_POLE_2, second));
        int bound = MAX_POLES - pole2;
        int first = (same1 ? 192 : -192) + (pole1 * LEAK >> 15);
        pole1 = Math.max(-bound, Math.min(bound, first));
    }

    /**
     * Moves every zero by the agreement of signs, shifts the delay line by one, and adds up the predictions of the
     * zeros.
     */
    private void adaptZeros(int difference) {
        int step = difference == 0 ? 0 : 128;
        zero6 = moved(zero6, doubled6 ^ difference, step);
        zero5 = moved(zero5, doubled5 ^ difference, step);
        zero4 = moved(zero4, doubled4 ^ difference, step);
        zero3 = moved(zero3, doubled3 ^ difference, step);
        zero2 = moved(zero2, doubled2 ^ difference, step);
        zero1 = moved(zero1, doubled1 ^ difference, step);
        doubled6 = doubled5;
        doubled5 = doubled4;
        doubled4 = doubled3;
        doubled3 = doubled2;
        doubled2 = doubled1;
        doubled1 = limit(2 * difference);
        zeroPart = limit((zero6 * doubled6 >> 15)
                + (zero5 * doubled5 >> 15)
                + (zero4 * doubled4 >> 15)
                + (zero3 * doubled3 >> 15)
                + (zero2 * doubled2 >> 15)
                + (zero1 * doubled1 >> 15));
    }

    private static int moved(int zero, int signs, int step) {
        return (zero * LEAK >> 15) + (signs < 0 ? -step : step);
    }

    private static int limit(int value) {
        return Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }
}
