package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The shipped numbers and what they make of any input. */
class SpeechModelTest {
    private final SpeechModel model = SpeechModel.shipped();

    @Test
    void shouldTakeTheFeaturesThatAreMade() {
        assertThat(model.inputs()).isEqualTo(SpeechFeatures.COUNT);
        assertThat(model.hidden()).isPositive();
    }

    @Test
    void shouldBeReadOnce() {
        assertThat(SpeechModel.shipped()).isSameAs(model);
    }

    @Test
    void shouldSayTheSameOfTheSameWhateverWasAskedBefore() {
        float[] features = features(1, 1);
        float[] work = new float[model.room()];
        float evidence = model.evidence(features, work);
        Arrays.fill(work, Float.NaN);
        model.evidence(features(2, 3), work);
        assertThat(model.evidence(features, work)).isEqualTo(evidence);
        assertThat(features).isEqualTo(features(1, 1));
    }

    @Test
    void shouldStayFiniteHoweverFarAFeatureIsOut() {
        float[] work = new float[model.room()];
        for (int i = 0; i < model.inputs(); i++) {
            for (float value : new float[] {
                Float.NEGATIVE_INFINITY,
                -Float.MAX_VALUE,
                -1,
                0,
                Float.MIN_VALUE,
                1,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY
            }) {
                float[] features = features(i, 1);
                features[i] = value;
                assertThat(Math.abs(model.evidence(features, work)))
                        .as("feature %d at %s", i, value)
                        .isLessThan(1_000f);
            }
        }
    }

    @Test
    void shouldTellApartWhatItIsShown() {
        float[] work = new float[model.room()];
        float least = Float.MAX_VALUE;
        float most = -Float.MAX_VALUE;
        for (int seed = 0; seed < 1_000; seed++) {
            float evidence = model.evidence(features(seed, 1), work);
            least = Math.min(least, evidence);
            most = Math.max(most, evidence);
        }
        assertThat(least).isNegative();
        assertThat(most).isPositive();
    }

    private float[] features(long seed, float width) {
        Random random = new Random(seed);
        float[] features = new float[model.inputs()];
        for (int i = 0; i < features.length; i++) {
            features[i] = width * (float) random.nextGaussian();
        }
        return features;
    }
}
