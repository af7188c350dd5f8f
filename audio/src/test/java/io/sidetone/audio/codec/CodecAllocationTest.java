package io.sidetone.audio.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.Allocation;
import io.sidetone.audio.Signals;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class CodecAllocationTest {
    @Test
    void shouldAllocateNothingPerFrame() {
        short[] pcm = Signals.noise(1, 160, 20_000);
        byte[] payload = new byte[320];
        for (AudioCodec codec :
                new AudioCodec[] {G711.PCMU, G711.PCMA, new L16(8_000, ByteOrder.BIG_ENDIAN), new G722()}) {
            assertThat(Allocation.bytesOf(() -> {
                        int bytes = codec.encode(pcm, 0, 160, payload, 0);
                        codec.decode(payload, 0, bytes, pcm, 0);
                        codec.fillSilence(payload, 0, bytes);
                    }))
                    .isZero();
        }
    }
}
