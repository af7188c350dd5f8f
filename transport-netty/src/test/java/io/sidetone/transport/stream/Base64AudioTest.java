package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Base64AudioTest {
    private static int decode(String text, byte[] to) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Base64Audio.decode(bytes, 0, bytes.length, to);
    }

    @Test
    void shouldReadAndWriteWhatTheJdkDoesForEveryLength() {
        Random random = new Random(20_260_705);
        for (int length = 0; length < 400; length++) {
            byte[] audio = new byte[length];
            random.nextBytes(audio);
            String expected = Base64.getEncoder().encodeToString(audio);
            ByteBuf out = Unpooled.buffer(Base64Audio.encodedLength(length));
            Base64Audio.encode(audio, 0, length, out);
            assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(expected);
            byte[] back = new byte[Base64Audio.decodedBound(expected.length())];
            assertThat(decode(expected, back)).isEqualTo(length);
            assertThat(Arrays.copyOf(back, length)).isEqualTo(audio);
            String bare = expected.replace("=", "");
            assertThat(decode(bare, back)).as("without padding").isEqualTo(length);
            String escaped = expected.replace("/", "\\/");
            byte[] room = new byte[Base64Audio.decodedBound(escaped.length())];
            assertThat(decode(escaped, room)).as("with escaped slashes").isEqualTo(length);
            assertThat(Arrays.copyOf(room, length)).isEqualTo(audio);
        }
    }

    @Test
    void shouldRefuseWhatIsNoBase64() {
        for (String wrong : new String[] {
            "A",
            "AAAAA",
            "AA=",
            "=",
            "====",
            "AAA==",
            "AAAA=",
            "AA==AA==",
            "AA-_",
            "AA A",
            "A\u00e9AA",
            "AAA\\",
            "\\n==",
            "AA\\"
        }) {
            assertThat(decode(wrong, new byte[64])).as(wrong).isEqualTo(Base64Audio.MALFORMED);
        }
    }
}
