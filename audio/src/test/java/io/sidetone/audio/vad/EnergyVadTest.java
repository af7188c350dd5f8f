package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnergyVadTest {
    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldScoreNothingWhenTheLineIsSilent(int rateHz) {
        EnergyVad vad = new EnergyVad(rateHz);
        short[] silence = new short[rateHz / 50];
        for (int frame = 0; frame < 200; frame++) {
            assertThat(vad.score(silence, 0, null, 0, silence.length)).isZero();
        }
    }

    @Test
    void shouldNameTheRateOrFrameThatDoesNotFit() {
        assertThatThrownBy(() -> new EnergyVad(48_000)).hasMessageContaining("48000 Hz");
        assertThatThrownBy(() -> new EnergyVad(8_000).score(new short[320], 0, null, 0, 320))
                .hasMessageContaining("frame of 320 samples");
    }

    @Test
    void shouldGiveTheSameScoresWhenReset() {
        EnergyVad vad = new EnergyVad(8_000);
        short[] in = Signals.noise(4, 16_000, 9_000);
        float[] first = scores(vad, in);
        vad.reset();
        assertThat(scores(vad, in)).isEqualTo(first);
    }

    private static float[] scores(EnergyVad vad, short[] in) {
        float[] scores = new float[in.length / 160];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = vad.score(in, i * 160, null, 0, 160);
        }
        return scores;
    }
}
