package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("VIP-10")
class BoundedPatternTest {
    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(.*a){20}$", "a*a*a*a*a*a*a*b"})
    void shouldGiveUpWhenAPatternTakesTooLong(String pattern) {
        assertThat(new BoundedPattern(pattern).matches("a".repeat(4_000) + "!")).isFalse();
    }

    @Test
    void shouldSearchLikeAnyOther() {
        assertThat(new BoundedPattern("[0-9]{2}").matches("room 12")).isTrue();
        assertThat(new BoundedPattern("^[0-9]{2}$").matches("room 12")).isFalse();
        assertThat(new BoundedPattern("^(a|b)+$").matches("ab".repeat(100))).isTrue();
    }

    @Test
    void shouldRefuseParametersThatCannotBeChecked() {
        Map<String, Object> text = Map.of("type", "string", "pattern", "^(a+)+$");
        ActionSchema schema = ActionSchema.of(Map.of("type", "object", "properties", Map.of("text", text)));
        assertThat(schema.problem(Map.of("text", "aaa"))).isEmpty();
        assertThat(schema.problem(Map.of("text", "a".repeat(60) + "!"))).isPresent();
    }
}
