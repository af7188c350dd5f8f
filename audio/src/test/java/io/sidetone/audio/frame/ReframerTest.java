package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReframerTest {
    private final List<short[]> frames = new ArrayList<>();

    private void keep(short[] pcm, int off, int samples) {
        short[] frame = new short[samples];
        System.arraycopy(pcm, off, frame, 0, samples);
        frames.add(frame);
    }

    @ParameterizedTest
    @CsvSource({"80,6,3", "160,6,6", "240,6,9", "320,3,6", "480,2,6"})
    void shouldCutPacketsOfAnyTime(int packetSamples, int packets, int expectedFrames) {
        Reframer reframer = new Reframer(8_000, this::keep);
        for (int i = 0; i < packets; i++) {
            reframer.accept(new short[packetSamples], 0, packetSamples);
        }
        assertThat(frames).hasSize(expectedFrames).allSatisfy(frame -> assertThat(frame)
                .hasSize(160));
        assertThat(reframer.pendingSamples()).isZero();
    }

    @Test
    void shouldKeepEverySampleInOrderWhateverTheSizes() {
        for (long seed = 1; seed <= 20; seed++) {
            frames.clear();
            Random random = new Random(seed);
            short[] in = Signals.noise(seed, 20_000, 30_000);
            Reframer reframer = new Reframer(16_000, this::keep);
            int next = 0;
            while (next < in.length) {
                int count = Math.min(in.length - next, random.nextInt(1_000));
                reframer.accept(in, next, count);
                next += count;
            }
            short[] out = new short[in.length];
            int at = 0;
            for (short[] frame : frames) {
                System.arraycopy(frame, 0, out, at, frame.length);
                at += frame.length;
            }
            assertThat(at + reframer.pendingSamples()).as("seed %d", seed).isEqualTo(in.length);
            System.arraycopy(in, at, out, at, in.length - at);
            assertThat(out).as("seed %d", seed).isEqualTo(in);
        }
    }

    @Test
    void shouldForgetTheUnfinishedFrameWhenReset() {
        Reframer reframer = new Reframer(8_000, this::keep);
        reframer.accept(new short[100], 0, 100);
        assertThat(reframer.pendingSamples()).isEqualTo(100);
        reframer.reset();
        reframer.accept(new short[100], 0, 100);
        assertThat(frames).isEmpty();
        assertThat(reframer.pendingSamples()).isEqualTo(100);
    }

    @Test
    void shouldNameTheRateWhenItIsTooLow() {
        assertThatThrownBy(() -> new Reframer(0, this::keep)).hasMessageContaining("reframer sample rate 0 Hz");
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothingPerPacket() {
        int[] taken = new int[1];
        Reframer reframer = new Reframer(8_000, (pcm, off, samples) -> taken[0] += samples);
        short[] packet = new short[480];
        assertThat(Allocation.bytesOf(() -> {
                    reframer.accept(packet, 0, 240);
                    reframer.accept(packet, 3, 97);
                }))
                .isZero();
        assertThat(taken[0]).isPositive();
    }
}
