package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.agent.HandOverConfig;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To whom an agent may hand over, as models are told and as they are refused. */
class HandOverTargetsTest {
    private static final HandOverTargets BOTH = new HandOverTargets(
            new HandOverConfig(List.of("sales", "support"), List.of("de"), Map.of("0", "reception")));

    private static ActionCall call(String agent, String language) {
        return new ActionCall("1", ActionCall.HAND_OVER, Map.of("agent", agent, "language", language), true);
    }

    @ParameterizedTest
    @CsvSource({"sales, ''", "support, de", "'', de", "reception, ''"})
    void shouldLetPassWhatTheConfigurationNames(String agent, String language) {
        assertThat(BOTH.refusal(call(agent, language))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "nobody, '', agent: nobody of that name takes over",
        "sales, fr, language: it is none of hand-over.languages",
        "'', '', name an agent or a language"
    })
    void shouldSayWhatThereIsWhenSomethingElseIsNamed(String agent, String language, String why) {
        ActionResult refused = BOTH.refusal(call(agent, language)).orElseThrow();
        assertThat(refused.code()).isEqualTo(ActionResult.INVALID_PARAMETERS);
        assertThat(refused.values().get(ActionResult.MESSAGE).toString())
                .startsWith(why)
                .contains("agents are sales, support", "languages are de")
                .doesNotContain("reception");
    }

    @Test
    void shouldLeaveOtherActionsAlone() {
        assertThat(BOTH.refusal(new ActionCall("1", "book", Map.of("agent", "nobody"), false)))
                .isEmpty();
    }

    @Test
    void shouldTellAModelTheNamesItMayUse() {
        ActionDefinition definition = new ActionDefinition(
                ActionCall.HAND_OVER,
                "Gives.",
                Map.of("type", "object", "properties", Map.of("note", Map.of("type", "string"))),
                true,
                true,
                0);
        assertThat(BOTH.named(definition).parameters().get("properties"))
                .isEqualTo(Map.of(
                        "agent", Map.of("type", "string", "enum", List.of("sales", "support")),
                        "language", Map.of("type", "string", "enum", List.of("de")),
                        "note", Map.of("type", "string")));
    }

    @Test
    void shouldOfferNothingWhenOnlyARuleHandsOver() {
        HandOverTargets rule = new HandOverTargets(new HandOverConfig(List.of(), List.of(), Map.of("0", "reception")));
        assertThat(rule.none()).isFalse();
        assertThat(rule.offers()).isFalse();
        assertThat(new HandOverTargets(HandOverConfig.NONE).none()).isTrue();
    }
}
