package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ControlTextTest {
    private static Map<String, String> read(String text) throws JsonProcessingException {
        return ControlText.fields(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    }

    @Test
    void shouldNameFieldsByTheirPath() throws Exception {
        assertThat(read("{\"a\":1,\"b\":{\"c\":\"x\",\"d\":{\"e\":true}},\"f\":[1,{\"g\":2}],\"h\":null,\"i\":\"\"}"))
                .isEqualTo(Map.of("a", "1", "b.c", "x", "b.d.e", "true", "i", ""));
    }

    static String[] wrong() {
        return new String[] {
            "",
            " ",
            "x",
            "[]",
            "1",
            "\"a\"",
            "null",
            "{",
            "{\"a\"}",
            "{\"a\":1}{",
            "{\"a\":1} x",
            "{a:1}",
            "{\"a\":01}",
            "{\"a\":".repeat(20) + "1" + "}".repeat(20),
            "{\"a\":" + "[".repeat(20) + "]".repeat(20) + "}",
            "{\"" + "n".repeat(300) + "\":1}",
            "{\"a\":" + "9".repeat(60) + "}",
            "{" + "\"a%d\":1,".repeat(300).replace("%d", "") + "\"z\":1",
            "{\"a\":\"\u0001\"}"
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldRefuseWhatIsNoObjectWithinLimits(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void shouldRefuseTooManyFields() {
        StringBuilder many = new StringBuilder("{");
        for (int i = 0; i < 300; i++) {
            many.append("\"f").append(i).append("\":1,");
        }
        assertThatThrownBy(() -> read(many.append("\"z\":1}").toString())).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void shouldTellObjectsFromWords() {
        assertThat(ControlText.looksLikeObject(Unpooled.copiedBuffer(" \n{", StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(ControlText.looksLikeObject(Unpooled.copiedBuffer("MEDIA_START", StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(ControlText.looksLikeObject(Unpooled.EMPTY_BUFFER)).isFalse();
    }
}
