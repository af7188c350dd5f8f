package io.sidetone.core.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MockCommandTest {
    @Test
    void shouldReadNameAndParameters() {
        MockCommand command = MockCommand.of(
                "action fill_form { \"name\": \"An \\\"x\\\"\", \"people\": 2, \"rate\": 1.5, \"ok\": true }");
        assertThat(command.action()).isEqualTo("fill_form");
        assertThat(command.parameters()).isEqualTo(Map.of("name", "An \"x\"", "people", 2L, "rate", 1.5, "ok", true));
        assertThat(MockCommand.of("action navigate")).isEqualTo(new MockCommand("navigate", Map.of()));
        assertThat(MockCommand.of("action navigate {}")).isEqualTo(new MockCommand("navigate", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "action ",
                "action to be taken",
                "action a {",
                "action a {\"b\"}",
                "action a {\"b\":}",
                "action a {\"b\":nonsense}",
                "action a {\"b\":1} more",
                "action a {\"b\":\"open}",
                "actionless {}"
            })
    void shouldTakeAnythingElseForTalk(String text) {
        assertThat(MockCommand.of(text)).isNull();
    }
}
