package io.sidetone.transport.carrier.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ControlMessageTest {
    private static ControlMessage read(String text) throws BadMessageException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ControlMessage.read(bytes, bytes.length);
    }

    @Test
    void shouldReadNumbersWrittenEitherWay() throws Exception {
        ControlMessage message =
                read("{\"event\":\"x\",\"a\":{\"n\":8000,\"s\":\"16000\",\"t\":\"no\"},\"p\":{\"k\":\"v\",\"o\":{}}}");
        assertThat(message.number(1, "a", "n")).isEqualTo(8_000);
        assertThat(message.number(1, "a", "s")).isEqualTo(16_000);
        assertThat(message.number(1, "a", "t")).isEqualTo(1);
        assertThat(message.number(1, "a", "none")).isEqualTo(1);
        assertThat(message.pairs("p")).containsOnlyKeys("k");
        assertThat(message.pairs("nothing")).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoMessage() {
        for (String text : new String[] {
            "",
            "x",
            "[]",
            "1",
            "{}",
            "{\"event\":1}",
            "{\"event\":\"a\"} {}",
            "{\"event\":\"a\"",
            "{\"event\":\"\\x\"}",
            "{\"event\":\"a\",\"d\":" + "[".repeat(20) + "]".repeat(20) + "}",
            "{\"event\":\"a\",\"n\":" + "9".repeat(50) + "}",
            "{\"event\":\"a\",\"" + "k".repeat(300) + "\":1}"
        }) {
            assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(BadMessageException.class);
        }
    }
}
