package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What services expect to see again of an answer that called functions, and answers that LangChain4j cannot read. */
class ReturnedPartsTest {
    private static final Map<String, Object> THOUGHT =
            Map.of("type", "thinking", "thinking", "", "signature", "c2lnbmVk");

    private static void succeed(ChatRig rig, long token, int call) {
        rig.session.actionResult(token, ActionResult.ok(rig.wanted.get(call).invocationId(), Map.of("open", true)));
    }

    private static List<String> thinkingThenCalling(ChatRig rig, String id) {
        List<String> events = new ArrayList<>(List.of(AnthropicService.start()));
        events.add(AnthropicService.block(0, Map.of("type", "thinking", "thinking", "", "signature", "")));
        events.add(AnthropicService.delta(0, Map.of("type", "signature_delta", "signature", "c2lnbmVk")));
        events.add(AnthropicService.stop(0));
        rig.service.calls("", new ChatService.Call(id, "lookup", "{\"id\":\"7\"}")).stream()
                .skip(1)
                .map(event -> event.replace("\"index\":0", "\"index\":1"))
                .forEach(events::add);
        return events;
    }

    @Test
    void shouldSendAllResultsOfParallelCallsInOneContent() {
        try (ChatRig rig = new ChatRig(ChatProvider.GEMINI)) {
            rig.service.wants(
                    "",
                    new ChatService.Call("a", "lookup", "{\"id\":\"7\"}"),
                    new ChatService.Call("b", "lookup", "{\"id\":\"8\"}"));
            rig.service.says("Both are open.");
            rig.ask(10, "Are seven and eight open?");
            rig.log.await("action 10 lookup {id=8}");
            succeed(rig, 10, 1);
            succeed(rig, 10, 0);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Both are open.");
            rig.history.agent(10, rig.said(10), false, "", 0);
            rig.ask(12, "Thanks");
            rig.end(12);
            assertThat(rig.said(12)).startsWith("You said: Thanks");
        }
    }

    @Test
    void shouldReturnAThoughtWithTheResultsOfItsTurnAlone() {
        try (ChatRig rig =
                new ChatRig(ChatProvider.ANTHROPIC, s -> ChatRig.model(s, "claude-haiku-5-5", null, "low"))) {
            JsonNode thought = ChatService.JSON.valueToTree(THOUGHT);
            ((AnthropicService) rig.service).demand(thought);
            rig.service.next((seen, reply) -> ChatService.send(reply, thinkingThenCalling(rig, "call_a")));
            rig.service.next((seen, reply) -> ChatService.send(reply, thinkingThenCalling(rig, "call_b")));
            rig.service.says("It is open.");
            rig.ask(10, "Is it open?");
            rig.log.await("action 10 lookup");
            succeed(rig, 10, 0);
            io.sidetone.speech.embedded.Eventually.holds("the second call", () -> rig.wanted.size() == 2);
            succeed(rig, 10, 1);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("It is open.");
            assertThat(rig.service.lastRequest().toString().split("c2lnbmVk", -1))
                    .hasSize(3);
            ((AnthropicService) rig.service).demand(null);
            rig.history.agent(10, rig.said(10), false, "", 0);
            rig.ask(12, "Thanks");
            rig.end(12);
            assertThat(rig.service.lastRequest().toString()).contains("call_a").doesNotContain("c2lnbmVk");
        }
    }

    @Test
    void shouldLeaveAThoughtOutWhenWhatStandsBeforeItHasChanged() {
        try (ChatRig rig =
                new ChatRig(ChatProvider.ANTHROPIC, s -> ChatRig.model(s, "claude-haiku-5-5", null, "low"))) {
            rig.service.next((seen, reply) -> ChatService.send(reply, thinkingThenCalling(rig, "call_a")));
            rig.ask(10, "Is it open?");
            rig.log.await("action 10 lookup");
            rig.session.narratedState("A map of the practice.");
            succeed(rig, 10, 0);
            rig.end(10);
            assertThat(rig.service.lastRequest().toString())
                    .contains("A map of the practice.", "call_a")
                    .doesNotContain("c2lnbmVk");
        }
    }

    @Test
    void shouldReturnUnknownMembersOfToolCalls() throws Exception {
        try (ChatRig rig = new ChatRig(ChatProvider.OPENAI)) {
            Map<String, Object> extra = Map.of("google", Map.of("thought_signature", "c2lnbmVk"));
            ((OpenAiService) rig.service).demand(ChatService.JSON.valueToTree(extra));
            Map<String, Object> call = new HashMap<>(Map.of("index", 0, "id", "call_a", "type", "function"));
            call.put("function", Map.of("name", "lookup", "arguments", "{\"id\":\"7\"}"));
            call.put("extra_content", extra);
            rig.service.next((seen, reply) -> ChatService.send(
                    reply,
                    List.of(
                            OpenAiService.delta(Map.of("tool_calls", List.of(call))),
                            OpenAiService.finish("tool_calls"),
                            OpenAiService.done())));
            rig.ask(10, "Is it open?");
            rig.log.await("action 10 lookup");
            succeed(rig, 10, 0);
            rig.end(10);
            rig.ask(12, "And now?");
            rig.end(12);
            assertThat(rig.service.requests()).hasSize(3);
        }
    }

    @Test
    void shouldTakeWordsAndCallsThatEndForAReasonNobodyKnows() {
        try (ChatRig rig = new ChatRig(ChatProvider.GEMINI)) {
            Map<String, Object> part = Map.of(
                    "functionCall",
                    Map.of("name", "lookup", "args", Map.of("id", "7")),
                    "thoughtSignature",
                    GeminiService.SIGNATURE);
            rig.service.next((seen, reply) -> ChatService.send(
                    reply,
                    List.of(GeminiService.parts(List.of(Map.of("text", "Let me see."), part), "FUNCTION_CALL"))));
            rig.service.next((seen, reply) -> ChatService.send(
                    reply, List.of(GeminiService.parts(List.of(Map.of("text", "Open.")), "NEW_REASON"))));
            rig.ask(10, "Is it open?");
            rig.log.await("action 10 lookup {id=7}");
            succeed(rig, 10, 0);
            rig.end(10);
            assertThat(rig.said(10)).isEqualTo("Let me see. Open.");
            assertThat(rig.meter.unexpected.sum()).isEqualTo(2);
        }
    }

    @Test
    void shouldLogAnAnswerThatSaysNothing() {
        try (ChatRig rig = new ChatRig(ChatProvider.GEMINI)) {
            for (int i = 0; i < 2; i++) {
                rig.service.next((seen, reply) -> ChatService.send(
                        reply, List.of(GeminiService.parts(List.of(Map.of("text", "")), "NEW_REASON"))));
            }
            rig.ask(10, "Hello");
            rig.end(10);
            assertThat(rig.logged())
                    .anyMatch(line ->
                            line.contains("engine brain ended an answer without words or actions, twice: NEW_REASON"));
            assertThat(rig.said(10)).isEqualTo(ChatSentences.ENGLISH.noAnswer());
        }
    }

    @Test
    void shouldFailWhenNothingOfAnAnswerCouldBeRead() {
        try (ChatRig rig = new ChatRig(ChatProvider.GEMINI)) {
            rig.service.next((seen, reply) -> ChatService.send(
                    reply,
                    List.of(
                            "data: {\"candidates\":[{\"content\":{\"parts\":\"Hello\"},\"finishReason\":7}]}\r\n\r\n",
                            GeminiService.parts(List.of(Map.of("text", "")), "STOP"))));
            rig.ask(10, "Hello");
            assertThat(rig.failure(10)).startsWith("failed 10 broken retryable").contains("cannot be understood");
        }
    }
}
