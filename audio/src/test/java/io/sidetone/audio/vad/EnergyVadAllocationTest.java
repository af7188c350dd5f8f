package io.sidetone.audio.vad;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Voice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("allocation")
class EnergyVadAllocationTest {
    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldAllocateNothingPerFrame(int rateHz) {
        short[] near = Voice.speech(1, rateHz, 20 * rateHz, 140, -26);
        short[] far = Voice.speech(2, rateHz, 20 * rateHz, 200, -26);
        requireNoAllocation(rateHz, near, far);
    }

    /** A second of a voice, six of a quiet line. */
    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldAllocateNothingWhenFramesAreOnlyCounted(int rateHz) {
        short[] near = Voice.noise(3, 7 * rateHz, true, -70);
        Voice.mix(near, Voice.speech(1, rateHz, rateHz, 140, -26), 0, 1);
        short[] far = Voice.speech(2, rateHz, 7 * rateHz, 200, -26);
        requireNoAllocation(rateHz, near, far);
    }

    private static void requireNoAllocation(int rateHz, short[] near, short[] far) {
        EnergyVad vad = new EnergyVad(rateHz);
        int frame = rateHz / 50;
        int[] at = new int[1];
        assertThat(Allocation.bytesOf(() -> {
                    vad.score(near, at[0], far, at[0], frame);
                    at[0] = (at[0] + frame) % near.length;
                }))
                .isZero();
    }
}
