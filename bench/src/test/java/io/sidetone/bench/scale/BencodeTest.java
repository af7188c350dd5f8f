package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BencodeTest {
    private static String encoded(Object value) {
        return new String(Bencode.encode(value), StandardCharsets.ISO_8859_1);
    }

    private static Object decoded(String text) {
        return Bencode.decode(text.getBytes(StandardCharsets.ISO_8859_1), 0);
    }

    @Test
    void shouldWriteKeysInOrderWhenAMapHasSeveral() {
        assertThat(encoded(Map.of("sdp", "v=0\r\n", "command", "offer", "flags", List.of("a", 7))))
                .isEqualTo("d7:command5:offer5:flagsl1:ai7ee3:sdp5:v=0\r\ne");
    }

    @Test
    void shouldReadWhatItHasWritten() {
        Map<String, Object> value = Map.of("list", List.of(-3L, "", List.of()), "text", "µ", "map", Map.of("a", 0L));
        assertThat(Bencode.decode(Bencode.encode(value), 0)).isEqualTo(value);
    }

    @Test
    void shouldReadBehindACookieWhenTheMessageHasOne() {
        assertThat(Bencode.decode("c1 d6:result4:ponge".getBytes(StandardCharsets.ISO_8859_1), 3))
                .isEqualTo(Map.of("result", "pong"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "i5", "ixe", "9:short", "-1:a", "d1:ai1e", "li1e", "di1ei2ee", "i1ei2e", "99999999999:a"})
    void shouldRefuseWhatIsNoBencode(String text) {
        assertThatThrownBy(() -> decoded(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the bencoded message ");
    }

    @Test
    void shouldRefuseListsThatNeverEnd() {
        assertThatThrownBy(() -> decoded("l".repeat(100_000))).hasMessageContaining("nested more than 64 deep");
    }

    @Test
    void shouldRefuseWhatBencodeHasNoFormFor() {
        assertThatThrownBy(() -> Bencode.encode(List.of(true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Boolean");
    }
}
