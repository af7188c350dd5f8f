package io.sidetone.audio.tone;

/**
 * One or two steady sines as an endless stream of mono PCM16: test tones, earcons and telephone digits.
 *
 * <p>The level is that of each sine alone, in dBov (a full-scale sine is −3.01 dBov); the sum saturates.
 */
public final class Tone {
    private static final String DIGITS = "123A456B789C*0#D";
    private static final int[] ROW_HZ = {697, 770, 852, 941};
    private static final int[] COLUMN_HZ = {1209, 1336, 1477, 1633};

    private final int firstStep;
    private final int secondStep;
    private final float firstPeak;
    private final float secondPeak;
    private int firstPhase;
    private int secondPhase;

    private Tone(double firstHz, double secondHz, int sampleRateHz, double levelDbov) {
        requireBelowNyquist(firstHz, sampleRateHz);
        requireBelowNyquist(secondHz, sampleRateHz);
        firstStep = SineTable.step(firstHz, sampleRateHz);
        secondStep = SineTable.step(secondHz, sampleRateHz);
        firstPeak = (float) (32_768 * StrictMath.sqrt(2) * StrictMath.pow(10, levelDbov / 20));
        secondPeak = secondHz == 0 ? 0f : firstPeak;
    }

    /** Returns a sine of {@code frequencyHz}, starting at phase zero. */
    public static Tone sine(double frequencyHz, int sampleRateHz, double levelDbov) {
        return new Tone(frequencyHz, 0, sampleRateHz, levelDbov);
    }

    /** Returns two sines of equal level: ringback, busy, dial tone. */
    public static Tone pair(double firstHz, double secondHz, int sampleRateHz, double levelDbov) {
        return new Tone(firstHz, secondHz, sampleRateHz, levelDbov);
    }

    /**
     * Returns the two tones of a telephone digit, one of {@code 0-9 * # A-D} (ITU-T Q.23).
     *
     * @throws IllegalArgumentException for any other character
     */
    public static Tone dtmf(char digit, int sampleRateHz, double levelDbov) {
        int key = DIGITS.indexOf(Character.toUpperCase(digit));
        if (key < 0) {
            throw new IllegalArgumentException("digit '" + digit + "' has no tones; give one of 0-9 * # A-D");
        }
        return new Tone(ROW_HZ[key / 4], COLUMN_HZ[key % 4], sampleRateHz, levelDbov);
    }

    /** Writes the next {@code samples} samples of mono PCM16 over the content of {@code out}, which the caller owns. */
    public void fill(short[] out, int off, int samples) {
        int first = firstPhase;
        int second = secondPhase;
        for (int i = off; i < off + samples; i++) {
            float sum = SineTable.sine(first) * firstPeak + SineTable.sine(second) * secondPeak;
            out[i] = (short) Math.max(-32_768, Math.min(32_767, Math.round(sum)));
            first += firstStep;
            second += secondStep;
        }
        firstPhase = first;
        secondPhase = second;
    }

    /** Returns to phase zero. */
    public void reset() {
        firstPhase = 0;
        secondPhase = 0;
    }

    /** Returns the character of a key, row × 4 + column. */
    static char digit(int key) {
        return DIGITS.charAt(key);
    }

    static int rowHz(int row) {
        return ROW_HZ[row];
    }

    static int columnHz(int column) {
        return COLUMN_HZ[column];
    }

    private static void requireBelowNyquist(double frequencyHz, int sampleRateHz) {
        if (!(frequencyHz >= 0 && frequencyHz < sampleRateHz / 2.0)) {
            throw new IllegalArgumentException("tone of " + frequencyHz + " Hz does not fit a rate of " + sampleRateHz
                    + " Hz; the frequency must be from 0 to below half the rate");
        }
    }
}
