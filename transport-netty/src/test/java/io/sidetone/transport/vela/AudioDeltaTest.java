package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** response.audio.delta as bytes. */
@Tag("VEL-08")
class AudioDeltaTest {
    private static final int WINDOWS = 5;
    private static final int ROUNDS = 2_000;

    @Test
    void shouldCarrySoundOfAnyLength() throws Exception {
        Random random = new Random(5);
        for (int length = 0; length <= 70; length++) {
            byte[] sound = new byte[80];
            random.nextBytes(sound);
            for (long seq : new long[] {0, 7, Long.MAX_VALUE}) {
                ByteBuf out = Unpooled.buffer(AudioDelta.bytes(length), AudioDelta.bytes(length));
                AudioDelta.write(out, sound, length, 1_000 + length, Long.MAX_VALUE, 86_400_000, seq);
                String text = out.toString(StandardCharsets.US_ASCII);
                if (length > 0) {
                    assertThat(WsSchema.SERVER.problems(text)).as(text).isEmpty();
                }
                JsonNode message = new ObjectMapper().readTree(text);
                assertThat(Base64.getDecoder()
                                .decode(message.at("/payload/audio").asText()))
                        .isEqualTo(Arrays.copyOf(sound, length));
                assertThat(message.at("/payload/seq").asLong()).isEqualTo(1_000 + length);
                assertThat(message.path("seq").asLong()).isEqualTo(seq);
                assertThat(message.path("payload").has("turn")).isEqualTo(seq > 0);
            }
        }
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] sound = new byte[640];
        ByteBuf out = Unpooled.buffer(AudioDelta.bytes(sound.length));
        long[] bytes = new long[WINDOWS];
        for (int window = 0; window < WINDOWS; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                AudioDelta.write(out.clear(), sound, sound.length, i, 123_456, 20L * i, i);
            }
            bytes[window] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        assertThat(bytes[WINDOWS / 2] / ROUNDS).isZero();
    }
}
