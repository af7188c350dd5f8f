package io.sidetone.audio.resample;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("allocation")
@Tag("CARD-05")
class ResamplerAllocationTest {
    @ParameterizedTest
    @MethodSource("io.sidetone.audio.resample.ResamplersTest#pairs")
    void shouldAllocateNothingPerFrame(String pair) {
        int inHz = Integer.parseInt(pair.split(",")[0]);
        int outHz = Integer.parseInt(pair.split(",")[1]);
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[] in = Signals.noise(1, inHz / 50, 20_000);
        short[] out = new short[outHz / 50];
        assertThat(Allocation.bytesOf(() -> resampler.process(in, 0, in.length, out, 0)))
                .isZero();
    }
}
