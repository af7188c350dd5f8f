package io.sidetone.audio.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Voice;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("allocation")
class EchoCancellerAllocationTest {
    private static final int SECONDS = 20;

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldAllocateNothingWhileSearchingAndWhileResting(int rateHz) {
        short[] far = Voice.speech(2, rateHz, SECONDS * rateHz, 200, -26);
        EchoCanceller canceller = new EchoCanceller(rateHz);
        // The first frames search in each of them, the later ones in a part.
        assertThat(bytesOf(canceller, Voice.noise(1, far.length, false, -70), far, rateHz))
                .isZero();
        assertThat(canceller.cancelling()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldAllocateNothingWhileCancelling(int rateHz) {
        short[] far = Voice.speech(2, rateHz, SECONDS * rateHz, 200, -22);
        EchoCanceller canceller = new EchoCanceller(rateHz);
        assertThat(bytesOf(canceller, EchoLine.echo(1, far, rateHz, 60, 10), far, rateHz))
                .isZero();
        assertThat(canceller.cancelling()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000})
    void shouldAllocateNothingWhenOurTurnsBeginAndEnd(int rateHz) {
        short[] far = Voice.speech(2, rateHz, rateHz, 200, -26);
        short[] near = Voice.noise(1, far.length, false, -70);
        EchoCanceller canceller = new EchoCanceller(rateHz);
        int frame = rateHz / 50;
        float[] out = new float[frame];
        int[] frames = new int[1];
        long bytes = Allocation.bytesOf(() -> {
            int second = frames[0] / 50;
            int at = frames[0] % 50 * frame;
            canceller.process(near, at, second % 2 == 0 ? far : null, at, out);
            frames[0]++;
        });
        assertThat(bytes).isZero();
    }

    private static long bytesOf(EchoCanceller canceller, short[] near, short[] far, int rateHz) {
        int frame = rateHz / 50;
        float[] out = new float[frame];
        int[] at = new int[1];
        return Allocation.bytesOf(() -> {
            if (at[0] % (25 * frame) == 0) {
                canceller.miss(far, at[0]);
            } else {
                canceller.process(near, at[0], far, at[0], out);
            }
            at[0] = (at[0] + frame) % far.length;
        });
    }
}
