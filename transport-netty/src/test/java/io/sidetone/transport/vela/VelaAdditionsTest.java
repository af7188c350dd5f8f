package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.transport.stream.LaneBridge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the document deferred, all additive: version, typed input, tools, output audio, metadata, yield and grant. */
@Tag("VEL-09")
class VelaAdditionsTest {
    private final VelaRig rig = new VelaRig();

    private FakeSocket numbered() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("session.start", "{\"protocol\":2}");
        return socket;
    }

    @Test
    void shouldNumberEveryMessageFromTheNegotiationOn() throws Exception {
        FakeSocket socket = numbered();
        assertThat(socket.last("session.ready").get("protocol").asInt()).isEqualTo(2);
        socket.say("mocked.turn.trigger", "{}");
        socket.say("nonsense");
        rig.advance(1_000);
        List<Long> expected = new ArrayList<>();
        for (long seq = 1; seq <= socket.messages.size(); seq++) {
            expected.add(seq);
        }
        assertThat(socket.numbers()).hasSizeGreaterThan(10).isEqualTo(expected);
    }

    @Test
    void shouldKeepTheTurnOfTheDocumentInOrderAmongTheAdditions() throws Exception {
        FakeSocket socket = numbered();
        socket.sink();
        socket.say("mocked.turn.trigger", "{}");
        rig.advance(150);
        socket.say("response.cancel", "{}");
        rig.advance(500);
        assertThat(socket.sink()).endsWith("response.cancelled", "idle").doesNotContain("completed");
    }

    @Test
    void shouldRefuseVersionsItDoesNotSpeak() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("session.start", "{\"protocol\":3}");
        assertThat(socket.lastError()).contains("3 is not spoken here; use 1 or 2");
        assertThat(socket.sink()).containsExactly("error unsupported_protocol");
        socket.say("session.start", "{\"protocol\":1}");
        assertThat(socket.sink()).containsExactly("ready", "idle");
        socket.say("session.start", "{\"protocol\":2}");
        socket.sink();
        socket.say("session.start", "{\"protocol\":1}");
        assertThat(socket.sink()).as("a version is chosen once").containsExactly("error unsupported_protocol");
        socket.say("session.start", "{}");
        assertThat(socket.last("session.ready").get("protocol").asInt()).isEqualTo(2);
    }

    @Test
    void shouldNameAgentAndEngines() throws Exception {
        FakeSocket socket = numbered();
        assertThat(socket.last("session.ready").get("agent").asText()).isEqualTo("desk");
        assertThat(socket.last("session.ready").get("engines"))
                .hasToString("{\"recognizer\":{\"up\":true,\"detail\":\"mock\"},"
                        + "\"dialogue\":{\"up\":true,\"detail\":\"mock\"},"
                        + "\"synthesizer\":{\"up\":true,\"detail\":\"mock\"}}");
    }

    @Test
    void shouldTakeTypedInput() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("input_text", "{\"text\":\"opening hours\"}");
        rig.advance(500);
        List<String> sink = socket.sink();
        assertThat(sink).startsWith("listening", "final opening hours", "thinking", "speaking");
        assertThat(sink.get(4)).startsWith("delta You said: opening hours.");
        assertThat(socket.audio).as("the mock engines speak for who asks only").isEmpty();
        socket.say("input_text", "{\"text\":\"stop talking\"}");
        rig.advance(500);
        assertThat(socket.sink()).startsWith("listening", "final stop talking", "thinking");
        assertThat(rig.illegal() + rig.faults()).isZero();
    }

    @Test
    void shouldSendAudioOfTheMockVoiceToWhoNegotiatesIt() throws Exception {
        FakeSocket socket = rig.connect();
        socket.say(
                "session.start",
                "{\"protocol\":2,\"audio\":{\"output\":{\"encoding\":\"pcm16\",\"sampleRateHz\":16000}}}");
        socket.say("input_text", "{\"text\":\"hi\"}");
        rig.advance(400);
        assertThat(socket.audio).isNotEmpty();
        long positionMs = 0;
        for (var delta : socket.audio) {
            assertThat(delta.get("payload").get("positionMs").asLong()).isEqualTo(positionMs);
            assertThat(delta.get("payload").get("turn").asText()).matches("\\d+");
            positionMs += 20;
        }
        assertThat(socket.sink()).contains("response.caption");
        socket.say("response.cancel", "{}");
        assertThat(socket.sink())
                .containsSubsequence("response.cancelled", "idle")
                .contains("response.audio.clear");
        socket.say("input_text", "{\"text\":\"hi\"}");
        rig.advance(12_000);
        assertThat(socket.sink()).containsSubsequence("completed", "idle").contains("response.audio.done");
    }

    @Test
    void shouldTellOfToolsAndWhatTheyBrought() throws Exception {
        rig.llm = new MockDialogue(new MockBehavior("Hi.", "Done.", "book", "", 0), null);
        List<Consumer<ActionResult>> answers = new ArrayList<>();
        List<String> cancelled = new ArrayList<>();
        rig.actions = new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answers.add(answer);
            }

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), null));
            }

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public List<ActionDefinition> definitions() {
                return List.of();
            }

            @Override
            public void cancel(CallContext context, String invocationId) {
                cancelled.add(invocationId);
            }
        };
        FakeSocket socket = numbered();
        socket.sink();
        socket.say("input_text", "{\"text\":\"a table\"}");
        rig.advance(100);
        assertThat(socket.last("tool.call").get("parameters").toString()).isEqualTo("{\"input\":\"a table\"}");
        assertThat(socket.sink()).endsWith("thinking", "tool.call");
        answers.get(0).accept(ActionResult.ok("mock-1", Map.of()));
        rig.advance(300);
        assertThat(socket.last("tool.result").get("code").asText()).isEqualTo("ok");
        assertThat(socket.sink()).containsSubsequence("tool.result", "speaking", "delta Done.");
        rig.advance(1_000);
        socket.sink();
        socket.say("input_text", "{\"text\":\"another\"}");
        socket.say("response.cancel", "{}");
        assertThat(cancelled)
                .as("cancel stops the tool where possible (VEL-08)")
                .containsExactly("mock-2");
        assertThat(socket.sink()).endsWith("idle");
    }

    @Test
    void shouldKeepToolsFromAClientOfTheDocument() throws Exception {
        rig.llm = new MockDialogue(new MockBehavior("Hi.", "Done.", "book", "", 0), null);
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("input_text", "{\"text\":\"a table\"}");
        rig.advance(3_000);
        assertThat(socket.sink())
                .allMatch(t -> t.matches("(ready|idle|listening|thinking|speaking|completed|(final|delta|error) .*)"));
    }

    @Test
    @Tag("ITE-REQ-008")
    void shouldYieldAndGrant() throws Exception {
        FakeSocket socket = numbered();
        socket.say("turn.grant", "{\"expectResponse\":true,\"autoResponseDelayMs\":0,\"requestId\":\"r1\"}");
        rig.advance(500);
        assertThat(socket.sink()).contains("speaking");
        socket.say("turn.yield", "{\"reason\":\"operator\"}");
        assertThat(socket.sink()).containsSubsequence("response.cancelled", "listening");
        socket.say("turn.yield", "{}");
        socket.say("response.cancel", "{}");
        assertThat(socket.sink()).endsWith("idle");
    }

    @Test
    void shouldGreetWhoAsksForIt() throws Exception {
        FakeSocket socket = rig.connect();
        socket.sink();
        socket.say("session.start", "{\"greeting\":true}");
        rig.advance(500);
        assertThat(socket.sink())
                .startsWith("ready", "idle", "speaking", "delta Hello, this is the mock agent. How can I help you?");
    }

    @Test
    void shouldEndWhenTheClientSaysSo() throws Exception {
        FakeSocket socket = numbered();
        socket.sink();
        socket.say("session.close", "{}");
        rig.advance(50);
        assertThat(socket.sink()).containsExactly("session.ended");
        assertThat(socket.closed).startsWith("1000");
        assertThat(rig.lines.get(0).ended).isNotNull();
        socket.say("session.start", "{}");
        socket.drop();
        assertThat(socket.messages).isEmpty();
    }

    @Test
    void shouldEndTheSessionAloneWhenItsLoopCannotKeepUp() throws Exception {
        FakeSocket slow = numbered();
        FakeSocket other = numbered();
        for (int i = 0; i <= LaneBridge.CAPACITY; i++) {
            rig.lines.get(0).setup.line().client().on(null, new CallObserver.Partial(1, "x"));
        }
        rig.advance(50);
        assertThat(slow.last("session.ended").path("by").asText()).isEqualTo("server");
        assertThat(slow.closed).startsWith("1013");
        assertThat(other.closed).isNull();
    }
}
