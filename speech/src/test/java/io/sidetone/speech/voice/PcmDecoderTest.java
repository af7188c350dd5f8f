package io.sidetone.speech.voice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PcmDecoderTest {
    @Test
    void shouldGiveTheSameSamplesWhereverBytesAreCut() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[2 * random.nextInt(200)];
            random.nextBytes(bytes);
            PcmDecoder decoder = new PcmDecoder(VoiceEncoding.PCM_S16LE);
            short[] got = new short[bytes.length / 2];
            int samples = 0;
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, random.nextInt(7));
                short[] pcm = decoder.decode(Arrays.copyOfRange(bytes, at, at + count));
                System.arraycopy(pcm, 0, got, samples, pcm.length);
                samples += pcm.length;
                at += count;
            }
            for (int i = 0; i < got.length; i++) {
                short requested = (short) (bytes[2 * i] & 0xFF | bytes[2 * i + 1] << 8);
                assertThat(got[i]).as("seed %d sample %d", seed, i).isEqualTo(requested);
            }
            assertThat(samples).as("seed %d", seed).isEqualTo(got.length);
            assertThat(decoder.halfSample()).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void shouldKnowOfHalfASampleWhenAByteIsMissing() {
        PcmDecoder decoder = new PcmDecoder(VoiceEncoding.PCM_S16LE);
        assertThat(decoder.decode(new byte[] {1, 2, 3})).containsExactly((short) 0x0201);
        assertThat(decoder.halfSample()).isTrue();
        assertThat(decoder.decode(new byte[0])).isEmpty();
        assertThat(decoder.halfSample()).isTrue();
        assertThat(decoder.decode(new byte[] {4})).containsExactly((short) 0x0403);
        assertThat(decoder.halfSample()).isFalse();
    }

    @Test
    void shouldDecodeMuLaw() {
        PcmDecoder decoder = new PcmDecoder(VoiceEncoding.PCM_MULAW);
        assertThat(decoder.decode(new byte[] {G711.PCMU.silence(), 0}))
                .containsExactly((short) 0, G711.PCMU.level((byte) 0));
        assertThat(decoder.samples()).isEqualTo(2);
    }
}
