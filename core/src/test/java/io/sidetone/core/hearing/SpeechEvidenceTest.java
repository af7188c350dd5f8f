package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.SpeechSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-PAT-003")
class SpeechEvidenceTest {
    private static final float ENERGY = 0.25f;

    private final SpeechEvidence evidence = new SpeechEvidence();

    private SpeechSource recognizer(long streamPosMs, float score) {
        return evidence.take(streamPosMs, SpeechEvidence.pack(SpeechSource.RECOGNIZER, score));
    }

    @Test
    void shouldTakeTheEnergyDetectorWhenNothingElseIsSelected() {
        recognizer(100, 0.9f);
        assertThat(evidence.score(ENERGY, 100)).isEqualTo(ENERGY);
        assertThat(evidence.decided()).isEqualTo(SpeechSource.ENERGY);
    }

    @Test
    void shouldTakeTheSelectedSourceUntilItsLastWordIsTooOld() {
        evidence.select(SpeechSource.RECOGNIZER);
        assertThat(evidence.score(ENERGY, 80)).isEqualTo(ENERGY);
        assertThat(recognizer(100, 0.9f)).isEqualTo(SpeechSource.RECOGNIZER);
        assertThat(evidence.score(ENERGY, 100)).isEqualTo(0.9f);
        assertThat(evidence.score(ENERGY, 196)).isEqualTo(0.9f);
        assertThat(evidence.decided()).isEqualTo(SpeechSource.RECOGNIZER);
        assertThat(evidence.score(ENERGY, 197)).isEqualTo(ENERGY);
        assertThat(evidence.decided()).isEqualTo(SpeechSource.ENERGY);
    }

    @Test
    void shouldTakeTheLastWordWhenAStreamBeginsAgain() {
        evidence.select(SpeechSource.RECOGNIZER);
        recognizer(900_000, 0.9f);
        assertThat(evidence.score(ENERGY, 20)).as("of another stream").isEqualTo(ENERGY);
        recognizer(20, 0.1f);
        assertThat(evidence.score(ENERGY, 40)).isEqualTo(0.1f);
    }

    @Test
    void shouldForgetWhatWasHeardBeforeAHold() {
        evidence.select(SpeechSource.RECOGNIZER);
        recognizer(100, 0.9f);
        evidence.forget();
        assertThat(evidence.score(ENERGY, 100)).isEqualTo(ENERGY);
        assertThat(evidence.selected()).isEqualTo(SpeechSource.RECOGNIZER);
    }

    @Test
    void shouldDropWhatIsNoScoreOfASource() {
        evidence.select(SpeechSource.RECOGNIZER);
        for (float wrong : new float[] {Float.NaN, -0.01f, 1.01f, Float.POSITIVE_INFINITY}) {
            assertThat(recognizer(100, wrong)).isNull();
        }
        assertThat(evidence.take(100, SpeechEvidence.pack(SpeechSource.ENERGY, 0.5f)))
                .as("the lane's own")
                .isNull();
        assertThat(evidence.take(100, 7L << 32)).isNull();
        assertThat(evidence.take(100, -1L)).isNull();
        assertThat(evidence.score(ENERGY, 100)).isEqualTo(ENERGY);
    }
}
