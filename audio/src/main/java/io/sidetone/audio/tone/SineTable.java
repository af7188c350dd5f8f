package io.sidetone.audio.tone;

/** One turn of a sine, read by a 32-bit phase with linear interpolation; distortion is below −100 dB. */
final class SineTable {
    private static final int BITS = 12;
    private static final int SHIFT = 32 - BITS;
    private static final float FRACTION = 1f / (1 << SHIFT);
    private static final float[] TURN = turn();

    private SineTable() {}

    /** Returns the sine of {@code phase}, a full turn being 2³². */
    static float sine(int phase) {
        int index = phase >>> SHIFT;
        float below = TURN[index];
        return below + (TURN[index + 1] - below) * ((phase & (1 << SHIFT) - 1) * FRACTION);
    }

    /** Returns the phase that {@code frequencyHz} advances per sample. */
    static int step(double frequencyHz, int sampleRateHz) {
        return (int) (long) StrictMath.rint(frequencyHz / sampleRateHz * 4_294_967_296.0);
    }

    private static float[] turn() {
        float[] turn = new float[(1 << BITS) + 1];
        for (int i = 0; i < turn.length; i++) {
            turn[i] = (float) StrictMath.sin(2 * StrictMath.PI * i / (1 << BITS));
        }
        return turn;
    }
}
