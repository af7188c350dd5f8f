package io.sidetone.audio.vad;

import io.sidetone.audio.filter.VectorLoops;
import io.sidetone.audio.filter.VectorPath;
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

    /** Returns how many numbers {@link #evidence} needs while it computes. */
    int room() {
        return hidden + inputs;
    }

    /**
     * Returns the evidence for speech: 0 at the shipped threshold, about a natural logarithm of odds.
     *
     * @param work room for {@link #room()} numbers; what is in them is of no use
     */
    float evidence(float[] features, float[] work) {
        System.arraycopy(biases, 0, work, 0, hidden);
        for (int i = 0; i < inputs; i++) {
            work[hidden + i] = Math.max(-WIDEST, Math.min(WIDEST, (features[i] - means[i]) * scales[i]));
        }
        VectorLoops loops = VectorPath.loops(hidden);
        if (loops == null || hidden % VectorLoops.PADDING != 0) {
            addRows(work);
        } else {
            loops.addRows(work, hidden, inputs, weights, work, hidden);
        }
        float sum = -threshold;
        for (int h = 0; h < hidden; h++) {
            sum += Math.max(0, work[h]) * output[h];
        }
        return sum;
    }

    /** Adds four rows at a time, in their order: a quarter of the stores, the same bits. */
    private void addRows(float[] sums) {
        int i = 0;
        for (; i + 3 < inputs; i += 4) {
            float a = sums[hidden + i];
            float b = sums[hidden + i + 1];
            float c = sums[hidden + i + 2];
            float d = sums[hidden + i + 3];
            int row = i * hidden;
            for (int h = 0; h < hidden; h++) {
                sums[h] = (((sums[h] + a * weights[row + h]) + b * weights[row + hidden + h])
                                + c * weights[row + 2 * hidden + h])
                        + d * weights[row + 3 * hidden + h];
            }
        }
        for (; i < inputs; i++) {
            float x = sums[hidden + i];
            int row = i * hidden;
            for (int h = 0; h < hidden; h++) {
                sums[h] += x * weights[row + h];
            }
        }
    }
}
