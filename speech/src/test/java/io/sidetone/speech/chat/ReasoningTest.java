package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.EngineHealth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What models are told of thinking; the services of these tests refuse what the real ones refuse. */
class ReasoningTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPENAI|gpt-6-luna||{reasoning_effort=none}|true",
                "OPENAI|gpt-6-luna|low|{reasoning_effort=low}|false",
                "OPENAI|gpt-5.6-luna-2026-07-09||{reasoning_effort=none}|true",
                "OPENAI|gpt-5.1||{reasoning_effort=none}|true",
                "OPENAI|gpt-5-mini||{reasoning_effort=minimal}|false",
                "OPENAI|o3||{reasoning_effort=low}|false",
                "OPENAI|gpt-4.1-mini||{}|true",
                "OPENAI|gpt-5.1-chat-latest||{}|true",
                "OPENAI|Qwen/Qwen3-8B||{}|true",
                "OPENAI|Qwen/Qwen3-8B|low|{reasoning_effort=low}|true",
                "ANTHROPIC|claude-haiku-5-5||{thinking={type=disabled}}|false",
                "ANTHROPIC|claude-haiku-5-5|low|{output_config={effort=low}, thinking={type=adaptive}}|false",
                "ANTHROPIC|claude-sonnet-5-5||{thinking={type=between_tools}}|false",
                "ANTHROPIC|claude-opus-5-5||{output_config={effort=low}}|false",
                "ANTHROPIC|claude-opus-5||{thinking={type=disabled}}|false",
                "ANTHROPIC|claude-opus-4-7||{}|false",
                "ANTHROPIC|claude-sonnet-4-6||{}|true",
                "ANTHROPIC|claude-haiku-4-5-20251001|none|{}|true",
                "ANTHROPIC|claude-sonnet-4-20250514||{}|true",
                "ANTHROPIC|some-proxy||{}|true",
                "GEMINI|gemini-3.5-flash-lite||{thinkingLevel=minimal}|false",
                "GEMINI|gemini-3.5-flash-lite|high|{thinkingLevel=high}|false",
                "GEMINI|models/gemini-3-flash-preview||{thinkingLevel=minimal}|true",
                "GEMINI|gemini-3.1-pro-preview|minimal|{thinkingLevel=low}|true",
                "GEMINI|gemini-2.5-flash||{thinkingBudget=0}|true",
                "GEMINI|gemini-2.5-pro||{thinkingBudget=128}|true",
                "GEMINI|gemini-flash-latest||{}|true"
            })
    void shouldTellAModelToThinkAsLittleAsItCan(
            ChatProvider provider, String model, String effort, String fields, boolean temperature) {
        Reasoning known = Reasoning.of(provider, model, effort == null ? "" : effort);
        assertThat(new java.util.TreeMap<>(known.fields())).hasToString(fields);
        assertThat(known.temperature()).isEqualTo(temperature);
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI, gpt-6-luna, minimal, 'is not one of none, low, medium, high, xhigh, max'",
        "ANTHROPIC, claude-haiku-5-5, much, 'is not one of none, low, medium, high, xhigh, max'",
        "ANTHROPIC, claude-haiku-4-5, low, is not one of none",
        "GEMINI, gemini-2.5-flash, xhigh, 'is not one of none, minimal, low, medium, high'"
    })
    void shouldRefuseAnEffortThatAModelDoesNotHave(ChatProvider provider, String model, String effort, String problem) {
        assertThatThrownBy(() -> Reasoning.of(provider, model, effort)).hasMessage(problem);
    }

    @Test
    void shouldKnowWhichModelsCallFunctionsElsewhere() {
        assertThat(Reasoning.elsewhere(ChatProvider.OPENAI, "gpt-6-astra")).isTrue();
        assertThat(Reasoning.elsewhere(ChatProvider.OPENAI, "gpt-6.1-sol")).isTrue();
        assertThat(Reasoning.elsewhere(ChatProvider.OPENAI, "gpt-6-luna")).isFalse();
        Reasoning low = Reasoning.of(ChatProvider.OPENAI, "gpt-6-luna", "low");
        assertThat(low.withoutFunctions(ChatProvider.OPENAI, "gpt-6-luna")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, gpt-6-luna, 0.3", "ANTHROPIC, claude-haiku-5-5,", "ANTHROPIC, claude-haiku-4-5, 0.3"})
    void shouldBeServedWithFunctionsAsItIs(ChatProvider provider, String model, Double temperature) {
        try (ChatRig rig = new ChatRig(provider, s -> ChatRig.model(s, model, temperature, ""))) {
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("You said: Hello.");
        }
    }

    @Test
    void shouldFailATrialForWhatEveryCallWouldBeRefusedFor() {
        try (ChatRig rig = new ChatRig(ChatProvider.OPENAI, s -> ChatRig.model(s, "gpt-6-luna", null, "low"))) {
            EngineHealth found = rig.dialogue.probe().join();
            assertThat(found.up()).isFalse();
            assertThat(found.detail()).contains("Function tools with reasoning_effort are not supported");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI, gpt-6-luna, low, , Function tools with reasoning_effort are not supported",
        "ANTHROPIC, claude-haiku-5-5, none, 0.3, `temperature` is not supported",
        "OPENAI, gpt-4.9, '', , does not exist"
    })
    void shouldPassOnWhatTheServiceSaysOfARequestThatItRefuses(
            ChatProvider provider, String model, String effort, Double temperature, String words) {
        try (ChatRig rig = new ChatRig(provider, s -> ChatRig.model(s, model, temperature, effort))) {
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 rejected ").contains(words);
        }
    }
}
