package io.sidetone.audio.resample;

/**
 * Creates resamplers.
 *
 * <p>The pass band reaches to 0.425 of the lower rate (3.4 kHz of 8 kHz) within 0.05 dB; frequencies that would alias
 * into it are at least 85 dB lower; the delay is at most 3 ms. Taps are computed once for each ratio and shared.
 */
public final class Resamplers {
    private static final int MIN_RATE_HZ = 8_000;
    private static final int MAX_RATE_HZ = 48_000;
    private static final int FRAMES_PER_SECOND = 50;
    private static final int MAX_BANK_FACTOR = 6;

    private Resamplers() {}

    /**
     * Returns a resampler from {@code inHz} to {@code outHz}, both from 8,000 to 48,000 and a multiple of 50, so that 20 ms
     * are whole samples.
     */
    public static Resampler create(int inHz, int outHz) {
        requireRate(inHz);
        requireRate(outHz);
        if (inHz == outHz) {
            return new IdentityResampler(inHz);
        }
        if (outHz == 2 * inHz) {
            return new HalfBandUpsampler(inHz, 0);
        }
        if (inHz == 2 * outHz && inHz % (2 * FRAMES_PER_SECOND) == 0) {
            return new HalfBandDownsampler(inHz);
        }
        int divisor = greatestCommonDivisor(inHz, outHz);
        boolean whole = inHz / FRAMES_PER_SECOND % (inHz / divisor) == 0;
        if (whole && inHz / divisor <= MAX_BANK_FACTOR && outHz / divisor <= MAX_BANK_FACTOR) {
            return new PolyphaseResampler(inHz, outHz);
        }
        return new FractionalResampler(inHz, outHz);
    }

    /**
     * Returns the 8 → 16 kHz resampler for a recognizer that was trained on wide-band speech: it recognizes telephone
     * speech better with some energy above 4 kHz. Do not use it for other purposes.
     *
     * @param imageLeak share of the mirror image above 4 kHz that stays, 0 (clean) … 1 (zero-stuffing)
     */
    public static Resampler forEmbeddedRecognizer(double imageLeak) {
        if (!(imageLeak >= 0 && imageLeak <= 1)) {
            throw new IllegalArgumentException(
                    "imageLeak " + imageLeak + " is not a share; give 0 (clean) to 1, 0.15 is usual");
        }
        return new HalfBandUpsampler(8_000, imageLeak);
    }

    private static void requireRate(int rateHz) {
        if (rateHz < MIN_RATE_HZ || rateHz > MAX_RATE_HZ || rateHz % FRAMES_PER_SECOND != 0) {
            throw new IllegalArgumentException("sample rate " + rateHz + " Hz cannot be converted; rates from "
                    + MIN_RATE_HZ + " to " + MAX_RATE_HZ + " Hz that are a multiple of " + FRAMES_PER_SECOND
                    + " can: give one of these, such as 16000");
        }
    }

    static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
