package io.sidetone.config.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.Loading;
import io.sidetone.config.SidetoneConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AfterCallConfigTest {
    private static AfterCallConfig of(String text) throws Exception {
        SidetoneConfig config = Loading.load(
                        """
                        engines: {llm: {type: openai, key: k}, m: {type: mock}}
                        agents: {desk: {recognizer: m, dialogue: [m, llm], synthesizer: m%s}}
                        """
                                .formatted(text),
                        Map.of())
                .config();
        return config.agent("desk").orElseThrow().afterCall();
    }

    @Test
    void shouldWriteNothingDownUnlessAsked() throws Exception {
        assertThat(of("")).isEqualTo(AfterCallConfig.NOTHING);
        assertThat(of("").on()).isFalse();
    }

    @Test
    void shouldMakeASchemaOfFieldsByName() throws Exception {
        AfterCallConfig read =
                of(", after-call: {summary: true, fields: {reason: {type: string, description: Why.}}, within: 5s}");
        assertThat(read.on()).isTrue();
        assertThat(read.within()).isEqualTo(Duration.ofSeconds(5));
        assertThat(read.fields())
                .isEqualTo(Optional.of(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("reason", Map.of("type", "string", "description", "Why.")),
                        "additionalProperties",
                        false)));
    }

    @Test
    void shouldTakeASchemaAsItIsAndAFieldThatIsCalledType() throws Exception {
        assertThat(of(", after-call: {fields: {type: object, required: [a]}}").fields())
                .isEqualTo(Optional.of(Map.of("type", "object", "required", List.of("a"))));
        assertThat(of(", after-call: {fields: {type: {type: string}}}").fields().orElseThrow())
                .containsKey("properties");
    }
}
