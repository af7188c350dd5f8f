package io.sidetone.audio.vad;

/** A first-order high-pass, y = x − x₋₁ + 0.96·y₋₁, and the power behind it. */
final class DcBlock {
    private static final float POLE = 0.96f;

    private float lastIn;
    private float lastOut;

    /** Returns the mean square of the filtered samples, in squared PCM16 units. */
    float meanSquare(short[] pcm, int off, int samples) {
        float in = lastIn;
        float out = lastOut;
        float sum = 0;
        for (int i = off; i < off + samples; i++) {
            float x = pcm[i];
            out = x - in + POLE * out;
            in = x;
            sum += out * out;
        }
        lastIn = in;
        // A decaying tail would end in subnormal numbers, which some processors handle slowly.
        lastOut = Math.abs(out) < 1e-6f ? 0f : out;
        return sum / samples;
    }

    void reset() {
        lastIn = 0;
        lastOut = 0;
    }
}
