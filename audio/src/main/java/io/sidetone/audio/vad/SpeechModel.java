package io.sidetone.audio.vad;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/**
 * Weighs the features of a frame: one hidden layer of rectified sums, learnt from labelled calls. Its numbers are a
 * resource of this package, which says how they were made.
 */
final class SpeechModel {
    private static final String RESOURCE = "speech-model.txt";
    private static final float WIDEST = 6f;

    /** Read once; the arrays are never written again. */
    private static final SpeechModel SHIPPED = read();

    private final int inputs;
    private final int hidden;
    private final float[] means;
    private final float[] scales;
    private final float[] weights;
    private final float[] biases;
    private final float[] output;
    private final float threshold;

    private SpeechModel(Scanner in) {
        inputs = in.nextInt();
        hidden = in.nextInt();
        means = floats(in, inputs);
        scales = floats(in, inputs);
        weights = floats(in, inputs * hidden);
        biases = floats(in, hidden);
        output = floats(in, hidden);
        threshold = floats(in, 1)[0];
    }

    static SpeechModel shipped() {
        return SHIPPED;
    }

    private static SpeechModel read() {
        try (InputStream in = SpeechModel.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the JAR; build it again");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return new SpeechModel(new Scanner(text.replaceAll("(?m)^#.*$", "")));
        } catch (IOException unreadable) {
            throw new IllegalStateException(RESOURCE + " cannot be read from the JAR; build it again", unreadable);
        }
    }

    private static float[] floats(Scanner in, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.parseFloat(in.next());
        }
        return values;
    }

    int hidden() {
        return hidden;
    }

    int inputs() {
        return inputs;
    }

    /**
     * Returns the evidence for speech: 0 at the shipped threshold, about a natural logarithm of odds.
     *
     * @param sums work buffer for {@link #hidden()} values
     */
    float evidence(float[] features, float[] sums) {
        System.arraycopy(biases, 0, sums, 0, hidden);
        int i = 0;
        // Four rows at a time, added in their order: a quarter of the stores, the same bits.
        for (; i + 3 < inputs; i += 4) {
            float a = scaled(features, i);
            float b = scaled(features, i + 1);
            float c = scaled(features, i + 2);
            float d = scaled(features, i + 3);
            int row = i * hidden;
            for (int h = 0; h < hidden; h++) {
                sums[h] = (((sums[h] + a * weights[row + h]) + b * weights[row + hidden + h])
                                + c * weights[row + 2 * hidden + h])
                        + d * weights[row + 3 * hidden + h];
            }
        }
        for (; i < inputs; i++) {
            float x = scaled(features, i);
            int row = i * hidden;
            for (int h = 0; h < hidden; h++) {
                sums[h] += x * weights[row + h];
            }
        }
        float sum = -threshold;
        for (int h = 0; h < hidden; h++) {
            sum += Math.max(0, sums[h]) * output[h];
        }
        return sum;
    }

    private float scaled(float[] features, int i) {
        return Math.max(-WIDEST, Math.min(WIDEST, (features[i] - means[i]) * scales[i]));
    }
}
