package io.sidetone.audio.echo;

/** Weights that flatten a spectrum: the magnitude to the power of −3/4. */
final class Whitening {
    /** Prevents sound below the quantizing noise of G.711 from counting as much as a voice. */
    private static final float FLOOR = 1e5f;

    private Whitening() {}

    static void weights(float[] re, float[] im, float[] weights) {
        for (int k = 0; k < weights.length; k++) {
            float power = re[k] * re[k] + im[k] * im[k] + FLOOR;
            float root = (float) Math.sqrt(power);
            float fourth = (float) Math.sqrt(root);
            weights[k] = (float) Math.sqrt(fourth) / root;
        }
    }
}
