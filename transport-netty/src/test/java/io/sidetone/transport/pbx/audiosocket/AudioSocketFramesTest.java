package io.sidetone.transport.pbx.audiosocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AudioSocketFramesTest {
    private final List<String> seen = new ArrayList<>();
    private final AudioSocketFrames frames = new AudioSocketFrames();
    private final AudioSocketFrames.Sink sink = new AudioSocketFrames.Sink() {
        @Override
        public void frame(int kind, ByteBuf from, int offset, int length) {
            seen.add(Integer.toHexString(kind) + ":" + ByteBufUtil.hexDump(from, offset, length));
        }

        @Override
        public void tooLong(int kind, int length) {
            seen.add("too long " + length);
        }
    };

    private void feed(String hex) {
        frames.feed(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)), sink);
    }

    @Test
    void shouldCutFramesThatComeTogether() {
        feed("0100020a0b" + "100002ffff" + "000000");
        assertThat(seen).containsExactly("1:0a0b", "10:ffff", "0:");
        assertThat(frames.within()).isFalse();
    }

    @Test
    void shouldPutTogetherWhatComesByteByByte() {
        for (String octet : "10 00 03 01 02 03 03 00 01 35 00 00 00".split(" ")) {
            feed(octet);
        }
        assertThat(seen).containsExactly("10:010203", "3:35", "0:");
    }

    @Test
    void shouldReadTheLengthHighByteFirst() {
        feed("100140" + "00".repeat(320));
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0)).hasSize(3 + 640);
    }

    @Test
    void shouldKnowThatAFrameIsNotComplete() {
        feed("10");
        assertThat(frames.within()).isTrue();
        feed("0002ff");
        assertThat(frames.within()).isTrue();
        feed("ff");
        assertThat(frames.within()).isFalse();
    }

    @Test
    void shouldStopAtALengthAboveTheLimit() {
        feed("104001" + "00".repeat(10));
        feed("000000");
        assertThat(seen).containsExactly("too long " + (AudioSocketFrames.MAX_PAYLOAD_BYTES + 1));
    }

    @Test
    void shouldTakeTheLongestFrameInParts() {
        feed("104000");
        for (int i = 0; i < 64; i++) {
            feed("00".repeat(256));
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    void shouldNameTheRatesOfTheKinds() {
        assertThat(AudioSocketFrames.rateHz(0x10)).isEqualTo(8_000);
        assertThat(AudioSocketFrames.rateHz(0x12)).isEqualTo(16_000);
        assertThat(AudioSocketFrames.rateHz(0x16)).isEqualTo(48_000);
        assertThat(AudioSocketFrames.rateHz(0x18)).isEqualTo(192_000);
        assertThat(AudioSocketFrames.audio(0x0F)).isFalse();
        assertThat(AudioSocketFrames.audio(0x19)).isFalse();
    }

    @Test
    void shouldSeeTheSameFramesHoweverTheStreamIsCut() {
        long seed = 20_260_805L;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            ByteBuf stream = Unpooled.buffer();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int kind = random.nextInt(256);
                byte[] payload = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(700)];
                random.nextBytes(payload);
                stream.writeByte(kind).writeShort(payload.length).writeBytes(payload);
                expected.add(Integer.toHexString(kind) + ":" + ByteBufUtil.hexDump(payload));
            }
            seen.clear();
            while (stream.isReadable()) {
                frames.feed(stream.readSlice(Math.min(stream.readableBytes(), 1 + random.nextInt(900))), sink);
            }
            assertThat(seen).as("seed %d round %d", seed, round).isEqualTo(expected);
        }
    }
}
