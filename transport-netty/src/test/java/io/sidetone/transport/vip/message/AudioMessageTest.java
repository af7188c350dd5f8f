package io.sidetone.transport.vip.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AudioMessageTest {
    @Test
    void shouldWriteNumbersAndSoundOfEveryLength() throws Exception {
        Random random = new Random(3);
        byte[] sound = new byte[700];
        random.nextBytes(sound);
        long[] numbers = {0, 9, 10, 99, 100, 1_234_567_890_123L, Long.MAX_VALUE};
        for (int length = 0; length < sound.length; length += 1 + random.nextInt(7)) {
            long number = numbers[length % numbers.length];
            ByteBuf out = Unpooled.buffer(AudioMessage.bytes(length), AudioMessage.bytes(length));
            AudioMessage.write(out, number, number, number, sound, length);
            JsonNode message = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
            assertThat(message.path("seq").asLong()).isEqualTo(number);
            JsonNode payload = message.path("payload");
            assertThat(payload.path("turn").asText()).isEqualTo(Long.toString(number));
            assertThat(payload.path("positionMs").asLong()).isEqualTo(number);
            byte[] read = Base64.getDecoder().decode(payload.path("audio").asText());
            assertThat(read).isEqualTo(java.util.Arrays.copyOf(sound, length));
        }
    }
}
