package io.sidetone.audio.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
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

    @Property(seed = "20261101", tries = 200)
    void shouldKeepEverySampleInOrderWhateverTheSizes(
            @ForAll @Size(max = 60) List<@IntRange(max = 1_000) Integer> packets) {
        frames.clear();
        short[] in =
                Signals.noise(1, packets.stream().mapToInt(Integer::intValue).sum(), 30_000);
        Reframer reframer = new Reframer(16_000, this::keep);
        int next = 0;
        for (int samples : packets) {
            reframer.accept(in, next, samples);
            next += samples;
        }
        short[] out = in.clone();
        int at = 0;
        for (short[] frame : frames) {
            assertThat(frame).hasSize(320);
            System.arraycopy(frame, 0, out, at, frame.length);
            at += frame.length;
        }
        assertThat(at + reframer.pendingSamples()).isEqualTo(in.length);
        assertThat(out).isEqualTo(in);
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
