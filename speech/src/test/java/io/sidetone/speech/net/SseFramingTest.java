package io.sidetone.speech.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Server-sent events, wherever they are cut. */
class SseFramingTest {
    private static List<String> cut(byte[] bytes, Random random, int most) {
        List<String> events = new ArrayList<>();
        SseFraming framing = new SseFraming((name, data) -> events.add(name + "=" + data));
        int at = 0;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(most));
            ByteBuf piece = Unpooled.wrappedBuffer(bytes, at, length);
            assertThat(framing.feed(piece)).isTrue();
            at += length;
        }
        framing.end();
        return events;
    }

    @Test
    void shouldFrameTheSameHoweverItIsCut() {
        long seed = 4711;
        Random random = new Random(seed);
        String text = "\uFEFF: hello\n\ndata: a\n\ndata:b\r\n\r\nevent: x\rdata: Grüße 🎺\rdata:  c\r\rid: 7\nretry\n\n"
                + "event: lonely\n\ndata\n\nevent: y\r\ndata: {\"k\": \"v: w\"}\r\n\r\ndata: last";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 500; round++) {
            assertThat(cut(bytes, random, round == 0 ? bytes.length : 5))
                    .as("seed %d, round %d", seed, round)
                    .containsExactly("null=a", "null=b", "x=Grüße 🎺\n c", "null=", "y={\"k\": \"v: w\"}", "null=last");
        }
    }

    @Test
    void shouldSurviveAnyBytes() {
        long seed = 42;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[random.nextInt(2_000)];
            random.nextBytes(bytes);
            assertThat(cut(bytes, random, 64))
                    .as("seed %d, round %d", seed, round)
                    .isNotNull();
        }
    }

    @Test
    void shouldRefuseAnEventWithoutEnd() {
        SseFraming framing = new SseFraming((name, data) -> {
            throw new AssertionError("nothing is complete");
        });
        byte[] line = ("data: " + "x".repeat(1 << 16) + "\n").getBytes(StandardCharsets.UTF_8);
        int fed = 0;
        while (framing.feed(Unpooled.wrappedBuffer(line))) {
            fed += line.length;
        }
        assertThat(fed).isLessThanOrEqualTo(SseFraming.MAX_EVENT_BYTES);
        framing.end();
        assertThat(framing.feed(Unpooled.wrappedBuffer(line))).isFalse();
    }
}
