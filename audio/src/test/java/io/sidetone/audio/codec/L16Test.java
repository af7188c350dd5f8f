package io.sidetone.audio.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.Signals;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class L16Test {
    @Test
    void shouldUseNetworkByteOrder() {
        byte[] out = new byte[5];
        assertThat(new L16(16_000, ByteOrder.BIG_ENDIAN).encode(new short[] {0, 0x1234, -2}, 1, 2, out, 1))
                .isEqualTo(4);
        assertThat(out).containsExactly(0, 0x12, 0x34, 0xFF, 0xFE);
    }

    @Test
    void shouldReturnEverySampleWhenDecodedAfterEncoding() {
        L16 codec = new L16(16_000, ByteOrder.BIG_ENDIAN);
        short[] pcm = Signals.noise(7, 5_000, 32_767);
        byte[] payload = new byte[codec.bytesForSamples(pcm.length)];
        codec.encode(pcm, 0, pcm.length, payload, 0);
        short[] back = new short[pcm.length];
        assertThat(codec.decode(payload, 0, payload.length, back, 0)).isEqualTo(pcm.length);
        assertThat(back).isEqualTo(pcm);
    }

    @Test
    void shouldLeaveOutHalfASampleWhenThePayloadIsOdd() {
        short[] out = new short[2];
        assertThat(new L16(8_000, ByteOrder.BIG_ENDIAN).decode(new byte[] {1, 2, 3}, 0, 3, out, 0))
                .isEqualTo(1);
        assertThat(out).containsExactly(0x0102, 0);
    }

    @Test
    void shouldFillSilenceWithZeros() {
        byte[] payload = {1, 1, 1, 1};
        new L16(8_000, ByteOrder.BIG_ENDIAN).fillSilence(payload, 1, 2);
        assertThat(payload).containsExactly(1, 0, 0, 1);
    }

    @Test
    void shouldNameTheRateWhenItIsNotPositive() {
        assertThatThrownBy(() -> new L16(0, ByteOrder.BIG_ENDIAN)).hasMessageContaining("L16 sample rate 0 Hz");
    }
}
