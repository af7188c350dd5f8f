package io.sidetone.core.journal.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PcmHashTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 160, 161, 162, 163, 320, 960})
    void shouldKnowTheHashOfSilenceWithoutItsSamples(int samples) {
        assertThat(PcmHash.ofSilence(samples)).isEqualTo(PcmHash.of(new short[samples], 0, samples));
        if (samples > 0) {
            short[] sound = new short[samples];
            sound[samples - 1] = 1;
            assertThat(PcmHash.of(sound, 0, samples)).isNotEqualTo(PcmHash.ofSilence(samples));
        }
    }
}
