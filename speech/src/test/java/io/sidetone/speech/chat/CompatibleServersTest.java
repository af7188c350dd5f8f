package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.KeyHeader;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How OpenAI-compatible servers differ from OpenAI, and the service's own corners. */
class CompatibleServersTest {
    private static ChatRig rig() {
        return new ChatRig(ChatProvider.OPENAI);
    }

    private static void answer(ChatRig rig, String... events) {
        rig.service.next((seen, reply) -> ChatService.send(reply, List.of(events)));
    }

    private static String tool(Map<String, ?> call) {
        return OpenAiService.delta(Map.of("tool_calls", List.of(call)));
    }

    @Test
    void shouldDoWithoutDoneRoleUsageAndLastLine() {
        try (ChatRig rig = rig()) {
            answer(rig, OpenAiService.piece("Hel"), OpenAiService.piece("lo"), OpenAiService.finish("stop"));
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello");
            answer(rig, OpenAiService.piece("Hello"), OpenAiService.done().strip());
            rig.ask(12, "Hi");
            rig.end(12);
            assertThat(rig.said(12)).isEqualTo("Hello");
        }
    }

    @Test
    void shouldBeDoneAtDoneWhateverTheConnectionDoes() {
        try (ChatRig rig = rig()) {
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE);
                rig.service.words("Hello").forEach(reply::chunk);
            });
            rig.ask(10, "Hi");
            assertThat(rig.log.await("done 10")).isEqualTo("done 10");
        }
    }

    @Test
    void shouldTakeEmptyChoicesAndUnknownFields() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    "data: {\"choices\":[],\"created\":1.5,\"prompt_filter_results\":[{\"prompt_index\":0}]}\n\n",
                    ": OPENROUTER PROCESSING\n\n",
                    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":null},\"finish_reason\":null}],"
                            + "\"obfuscation\":\"xyz\"}\r\n\r\n",
                    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}],\"timings\":{}}\r\r",
                    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                            + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}\n\n",
                    OpenAiService.done());
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello");
            assertThat(rig.meter.outputTokens.sum()).isEqualTo(2);
        }
    }

    @Test
    void shouldNotSpeakThoughts() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    OpenAiService.delta(Map.of("reasoning", "The caller greets.")),
                    OpenAiService.delta(Map.of("reasoning_content", "So do I.")),
                    OpenAiService.piece("<thi"),
                    OpenAiService.piece("nk>Let me think</th"),
                    OpenAiService.piece("ink>\n\nHello"),
                    OpenAiService.piece(" there."),
                    OpenAiService.finish("stop"),
                    OpenAiService.done());
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello there.");
        }
    }

    @Test
    void shouldGiveAThinkingModelTheTimeBetweenPieces() {
        try (ChatRig rig = new ChatRig(
                ChatProvider.OPENAI, s -> ChatRig.limits(s, new ChatLimits(200, true, 2_500, 2_500, 3, 1)))) {
            rig.service.next((seen, reply) -> {
                reply.head(200, ChatService.SSE);
                for (int i = 0; i < 6; i++) {
                    reply.later(i * 500L, () -> reply.chunk(OpenAiService.delta(Map.of("reasoning", "hm "))));
                }
                reply.later(3_000, () -> {
                    rig.service.words("Hello").forEach(reply::chunk);
                    reply.end();
                });
            });
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello");
            assertThat(rig.service.lastRequest().path("max_tokens").asInt()).isEqualTo(200);
        }
    }

    @Test
    void shouldPutToolCallsTogetherHoweverTheyCome() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    tool(Map.of(
                            "index",
                            0,
                            "id",
                            "call_0",
                            "type",
                            "function",
                            "function",
                            Map.of("name", "lookup", "arguments", "{\"id\":"))),
                    tool(Map.of(
                            "index",
                            0,
                            "id",
                            "call_0",
                            "type",
                            "function",
                            "function",
                            Map.of("name", "lookup", "arguments", "\"7\"}"))),
                    tool(Map.of(
                            "index",
                            1,
                            "id",
                            "",
                            "type",
                            "function",
                            "function",
                            Map.of("name", "lookup", "arguments", Map.of("id", "8")))),
                    tool(Map.of("index", 2, "function", Map.of("name", "note", "arguments", ""))),
                    OpenAiService.finish("stop"),
                    OpenAiService.done());
            rig.service.says("Done.");
            rig.ask(10, "Both");
            rig.log.await("action 10 note");
            assertThat(rig.wanted)
                    .extracting(call -> call.action() + call.parameters())
                    .containsExactly("lookup{id=7}", "lookup{id=8}", "note{}");
            assertThat(rig.wanted).extracting(call -> call.invocationId()).doesNotHaveDuplicates();
            rig.wanted.forEach(call -> rig.session.actionResult(10, ActionResult.ok(call.invocationId(), null)));
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Done.");
        }
    }

    @Test
    void shouldHearNothingAfterTheEndAndSortWhatIsMixed() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    OpenAiService.piece("Hello"),
                    OpenAiService.finish("stop"),
                    OpenAiService.finish("stop"),
                    OpenAiService.done(),
                    OpenAiService.piece(" and more"),
                    OpenAiService.done());
            rig.ask(10, "Hi");
            rig.end(10);
            answer(
                    rig,
                    tool(Map.of("index", 1, "id", "b", "function", Map.of("name", "lookup", "arguments", "{\"id\""))),
                    tool(Map.of("index", 0, "id", "a", "function", Map.of("name", "lookup", "arguments", "{\"id\":"))),
                    tool(Map.of("index", 1, "function", Map.of("arguments", ":\"8\"}"))),
                    tool(Map.of("index", 0, "function", Map.of("arguments", "\"7\"}"))),
                    OpenAiService.finish("tool_calls"),
                    OpenAiService.done());
            rig.ask(12, "Both");
            rig.log.await("action 12 lookup {id=8}");
            assertThat(rig.log.lines())
                    .containsExactly(
                            "ready", "text 10 Hello", "done 10", "action 12 lookup {id=7}", "action 12 lookup {id=8}");
        }
    }

    @Test
    void shouldTellTheModelThatItsArgumentsWereNone() {
        try (ChatRig rig = rig()) {
            rig.service.wants("", new ChatService.Call("call_a", "lookup", "{\"id\": seven"));
            rig.service.says("Which number?");
            rig.ask(10, "Find it");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Which number?");
            assertThat(rig.wanted).isEmpty();
            assertThat(rig.service.lastRequest().toString()).contains("invalid_parameters");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":\"7\"}{\"id\":\"8888\"}", "{\"id\":\"7\"} and more", "{\"id\":\"7\"}]", "[]", "7"})
    void shouldDoNothingWithArgumentsThatAreMoreThanOneObject(String arguments) {
        try (ChatRig rig = rig()) {
            rig.service.wants("", new ChatService.Call("call_a", "lookup", arguments));
            rig.service.says("Which number?");
            rig.ask(10, "Find it");
            rig.end(10);
            assertThat(rig.wanted).isEmpty();
            assertThat(rig.service.lastRequest().toString()).contains("invalid_parameters");
        }
    }

    @Test
    void shouldCarryOutBothCallsOfOneIndex() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    tool(Map.of(
                            "index",
                            0,
                            "id",
                            "a",
                            "function",
                            Map.of("name", "lookup", "arguments", "{\"id\":\"7\"}"))),
                    tool(Map.of("index", 0, "id", "b", "function", Map.of("name", "note", "arguments", "{}"))),
                    OpenAiService.finish("tool_calls"),
                    OpenAiService.done());
            rig.service.says("Done.");
            rig.ask(10, "Both");
            rig.log.await("action 10 note");
            assertThat(rig.wanted).extracting(call -> call.action()).containsExactly("lookup", "note");
            rig.wanted.forEach(call -> rig.session.actionResult(10, ActionResult.ok(call.invocationId(), null)));
            rig.end(10);
            assertThat(rig.service.lastRequest().toString()).contains("\"a\"", "\"b\"");
        }
    }

    @Test
    void shouldNotReuseAnIdThatTheServerGivesTwice() {
        try (ChatRig rig = rig()) {
            for (int turn = 10; turn <= 12; turn += 2) {
                int last = turn;
                rig.service.wants("", new ChatService.Call("call_x", "lookup", "{\"id\":\"7\"}"));
                rig.ask(turn, "Find it");
                rig.log.await("action " + last);
                rig.session.actionResult(
                        turn,
                        ActionResult.ok(rig.wanted.get(rig.wanted.size() - 1).invocationId(), null));
                rig.end(turn);
            }
            assertThat(rig.wanted).extracting(call -> call.invocationId()).doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldSpeakARefusal() {
        try (ChatRig rig = rig()) {
            answer(
                    rig,
                    OpenAiService.delta(Map.of("refusal", "I cannot ")),
                    OpenAiService.delta(Map.of("refusal", "help with that.")),
                    OpenAiService.finish("stop"),
                    OpenAiService.done());
            rig.ask(10, "Something bad");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("I cannot help with that.");
        }
    }

    @Test
    void shouldSpeakToAzure() {
        LoopbackServer server = LoopbackServer.open();
        OpenAiService azure = new OpenAiService(server, "/openai/deployments/desk/chat/completions")
                .credential("api-key", ChatService.KEY);
        URI url = URI.create(azure.url() + "?api-version=2024-10-21");
        try (ChatRig rig = new ChatRig(
                ChatProvider.OPENAI,
                server,
                s -> ChatRig.with(s, url, s.access().key(), KeyHeader.API_KEY, true, ""))) {
            List<String> versions = new ArrayList<>();
            azure.next((seen, reply) -> {
                versions.add(seen.parameter("api-version"));
                ChatService.send(reply, azure.words("Hello"));
            });
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Hello");
            assertThat(versions).containsExactly("2024-10-21");
        }
    }

    @Test
    void shouldSpeakToAServerWithoutAKeyAndAskForOneActionAtATime() {
        LoopbackServer server = LoopbackServer.open();
        try (ChatRig rig = new ChatRig(
                ChatProvider.OPENAI, server, s -> ChatRig.with(s, s.access().url(), "", KeyHeader.BEARER, false, ""))) {
            ((OpenAiService) rig.service).credential("authorization", "");
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("You said: Hi.");
            assertThat(rig.service.lastRequest().path("parallel_tool_calls").asBoolean(true))
                    .isFalse();
        }
    }

    @Test
    void shouldSendWhatTheServerAloneUnderstands() {
        Map<String, Object> template = Map.of("enable_thinking", false);
        try (ChatRig openAi = new ChatRig(
                        ChatProvider.OPENAI, s -> ChatRig.extra(s, Map.of("chat_template_kwargs", template)));
                ChatRig gemini = new ChatRig(ChatProvider.GEMINI, s -> ChatRig.extra(s, Map.of("thinkingBudget", 0)))) {
            openAi.service.allow("chat_template_kwargs");
            openAi.ask(10, "Hi");
            openAi.end(10);
            assertThat(openAi.service
                            .lastRequest()
                            .at("/chat_template_kwargs/enable_thinking")
                            .asBoolean(true))
                    .isFalse();
            gemini.ask(10, "Hi");
            gemini.end(10);
            assertThat(gemini.service
                            .lastRequest()
                            .at("/generationConfig/thinkingConfig/thinkingBudget")
                            .asInt(-1))
                    .isZero();
        }
    }

    @Test
    void shouldAskAnthropicForOneActionAtATime() {
        try (ChatRig rig = new ChatRig(
                ChatProvider.ANTHROPIC,
                s -> ChatRig.with(s, s.access().url(), s.access().key(), KeyHeader.BEARER, false, ""))) {
            rig.ask(10, "Hi");
            rig.end(10);
            assertThat(rig.service
                            .lastRequest()
                            .path("tool_choice")
                            .path("disable_parallel_tool_use")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void shouldSayThatGeminiBlockedTheConversation() {
        try (ChatRig rig = new ChatRig(ChatProvider.GEMINI)) {
            answer(rig, "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\r\n\r\n");
            rig.ask(10, "Something bad");
            assertThat(rig.failure(10))
                    .startsWith("failed 10 rejected declined")
                    .contains("SAFETY");
        }
    }

    @Test
    void shouldKeepThoughtsOfGeminiAndAnthropicToThemselves() {
        try (ChatRig gemini = new ChatRig(ChatProvider.GEMINI);
                ChatRig anthropic = new ChatRig(ChatProvider.ANTHROPIC)) {
            answer(
                    gemini,
                    GeminiService.parts(List.of(Map.of("text", "Hm.", "thought", true)), null),
                    GeminiService.parts(List.of(Map.of("text", "Hello")), "STOP"));
            gemini.ask(10, "Hi");
            gemini.end(10);
            assertThat(gemini.said(10)).isEqualTo("Hello");
            List<String> events = new ArrayList<>(anthropic.service.words("Hello"));
            events.add(1, AnthropicService.block(3, Map.of("type", "thinking", "thinking", "")));
            events.add(2, AnthropicService.delta(3, Map.of("type", "thinking_delta", "thinking", "Hm.")));
            events.add(3, AnthropicService.stop(3));
            anthropic.service.next((seen, reply) -> ChatService.send(reply, events));
            anthropic.ask(10, "Hi");
            anthropic.end(10);
            assertThat(anthropic.said(10)).isEqualTo("Hello");
        }
    }
}
