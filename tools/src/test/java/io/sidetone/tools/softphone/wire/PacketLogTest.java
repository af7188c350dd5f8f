package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacketLogTest {
    private static ByteBuffer packet(int first, int second, int... rest) {
        ByteBuffer buffer = ByteBuffer.allocate(12 + rest.length);
        buffer.put((byte) first)
                .put((byte) second)
                .putShort((short) 65_535)
                .putInt(-2)
                .putInt(77);
        Arrays.stream(rest).forEach(value -> buffer.put((byte) value));
        return buffer.flip();
    }

    @Test
    void shouldKeepNumbersAndSoundWhenAPacketIsPlain() {
        PacketLog log = new PacketLog();

        assertThat(log.add(packet(0x80, 0, 0xFF, 0x80), 5)).isTrue();

        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        assertThat(new AgentDecoder(log, 8_000).decode(0, pcm)).isEqualTo(2);
        assertThat(pcm[0]).isZero();
        assertThat(pcm[1]).isEqualTo((short) 32_124);
        assertThat(log.arrivalNs(0)).isEqualTo(5);
        assertThat(log.sequence(0)).isEqualTo(65_535);
        assertThat(log.timestamp(0)).isEqualTo(-2);
        assertThat(log.ssrc(0)).isEqualTo(77);
    }

    @Test
    void shouldFindTheSoundWhenThePacketHasSourcesExtensionAndPadding() {
        PacketLog log = new PacketLog();

        log.add(packet(0xB1, 0x88, 1, 1, 1, 1, 0xBE, 0xDE, 0, 1, 9, 9, 9, 9, 0xD5, 0xD5, 0xD5, 0, 2), 1);

        assertThat(log.payloadType(0)).isEqualTo(8);
        assertThat(new AgentDecoder(log, 8_000).decode(0, new short[AgentDecoder.MAX_SAMPLES]))
                .isEqualTo(3);
    }

    @Test
    void shouldLeaveOutWhatIsNoRtpWhenItArrives() {
        PacketLog log = new PacketLog();

        assertThat(log.add(ByteBuffer.allocate(5), 0)).isFalse();
        assertThat(log.add(packet(0x40, 0), 0)).as("version").isFalse();
        assertThat(log.add(packet(0x80, 200), 0)).as("RTCP").isFalse();
        assertThat(log.add(packet(0x8F, 0), 0)).as("sources").isFalse();
        assertThat(log.add(packet(0x90, 0, 0, 0, 0, 9), 0)).as("extension").isFalse();
        assertThat(log.add(packet(0xA0, 0, 7), 0)).as("padding").isFalse();
        assertThat(log.size()).isZero();
    }

    @Test
    void shouldSurviveAnythingWhenItIsRandom() {
        long seed = 4_711;
        Random random = new Random(seed);
        PacketLog log = new PacketLog();
        AgentDecoder decoder = new AgentDecoder(log, 16_000);
        short[] pcm = new short[AgentDecoder.MAX_SAMPLES];
        int kept = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextInt(700)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) (0x80 | bytes[0] & 0x3F);
            }
            if (log.add(ByteBuffer.wrap(bytes), i)) {
                kept++;
                assertThat(decoder.decode(log.size() - 1, pcm))
                        .as("seed " + seed)
                        .isBetween(0, pcm.length);
            }
        }
        assertThat(log.size()).isPositive().isEqualTo(kept);
    }
}
