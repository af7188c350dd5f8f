package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.Reply;
import io.sidetone.speech.loopback.Seen;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls with an agent of one's own that answers each turn over HTTP. */
class HttpRelayTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> LINES = Map.of("Content-Type", "application/x-ndjson");

    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<Seen> requests = new CopyOnWriteArrayList<>();
    private volatile BiConsumer<JsonNode, Reply> agent = (turn, reply) -> reply.whole(204, Map.of(), "");

    private RelayRig open(String greeting) {
        RelayRig rig = new RelayRig(greeting);
        rig.server.page("/turn", (seen, reply) -> {
            requests.add(seen);
            try {
                JsonNode turn = seen.body().length == 0 ? JSON.createObjectNode() : JSON.readTree(seen.text());
                asked.add(turn);
                agent.accept(turn, reply);
            } catch (JsonProcessingException notJson) {
                reply.violation("no JSON: " + seen.text());
            }
        });
        rig.begin(rig.server.http("/turn"));
        rig.log.await("ready");
        return rig;
    }

    private static String line(String token, boolean last) {
        return ScriptedAgent.text(token, last) + "\n";
    }

    @Test
    void shouldAskOnceForEachTurnAndSayWhichCallItIsAndWhatWasSaid() {
        agent = (turn, reply) -> reply.head(200, LINES)
                .chunk(line("Good ", false))
                .chunk(line("day.", true))
                .end();
        try (RelayRig rig = open("Hello.")) {
            rig.history.agent(1, "Hello.", false, "Hello.", 0);
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.log.lines()).containsExactly("ready", "text 10 Good ", "text 10 day.", "done 10");
            assertThat(asked.get(0).toString())
                    .isEqualTo("{\"type\":\"prompt\",\"voicePrompt\":\"Hello?\",\"lang\":\"en-US\",\"last\":true,"
                            + "\"history\":[{\"role\":\"assistant\",\"text\":\"Hello.\"}],"
                            + "\"sessionId\":\"01JCALL0000000000000000000\",\"callSid\":\"01JCALL0000000000000000000\","
                            + "\"from\":\"+4930123\",\"to\":\"+49301\","
                            + "\"customParameters\":{\"X-Tier\":\"gold\",\"branch\":\"Main Street\"},"
                            + "\"agent\":\"desk\"}");
            assertThat(requests.get(0).header("Authorization")).isEqualTo("Bearer " + RelayRig.KEY);
            assertThat(requests.get(0).method()).isEqualTo("POST");
            assertThat(rig.meter.firstAnswer.getTotalCount()).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/event-stream | data: {'type':'text','token':'Grüß '}~~data: {'type':'text','token':'Gott.'}~~data: [DONE]~~",
                "application/x-ndjson; charset=utf-8 | {'type':'text','token':'Grüß '}~{'type':'text','token':'Gott.'}",
                "application/json | [{'type':'text','token':'Grüß '},~ {'type':'text','token':'Gott.','last':true}]",
                "application/json | {'type':'text',~ 'token':'Grüß Gott.'}",
                "text/plain | Grüß Gott.",
            })
    void shouldReadAnAnswerByItsTypeHoweverItIsCut(String type, String body) {
        byte[] bytes = body.replace('~', '\n').replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        agent = (turn, reply) -> {
            reply.head(200, Map.of("Content-Type", type));
            for (byte each : bytes) {
                reply.chunk(new byte[] {each});
            }
            reply.end();
        };
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("Grüß Gott.");
        }
    }

    @Test
    void shouldSpeakPlainTextAsItComes() {
        agent = (turn, reply) -> reply.head(200, Map.of()).chunk("One. ");
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            rig.log.await("text 10 One. ");
        }
    }

    @Test
    void shouldSayNothingWhenTheAgentSaysNothing() {
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEmpty();
        }
    }

    @Test
    void shouldHangUpTheAnswerAtAnInterruptionAndTellOfItWithTheNextTurn() {
        AtomicInteger gone = new AtomicInteger();
        agent = (turn, reply) -> {
            if (turn.path("voicePrompt").asText().equals("one")) {
                reply.onGone(gone::incrementAndGet);
                reply.head(200, LINES).chunk(line("First. ", false));
            } else {
                reply.head(200, LINES).chunk(line("Second.", true)).end();
            }
        };
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "one");
            rig.log.await("text 10");
            rig.session.cancelled(10, "Fir", 140);
            Eventually.holds("hung up", () -> gone.get() == 1);
            rig.ask(14, "two");
            rig.log.await("done 14");
            assertThat(rig.said(10)).isEqualTo("First. ");
            assertThat(rig.said(14)).isEqualTo("Second.");
            assertThat(asked.get(1).path("interrupt").toString())
                    .isEqualTo("{\"utteranceUntilInterrupt\":\"Fir\",\"durationUntilInterruptMs\":140}");
            rig.ask(18, "three");
            rig.log.await("done 18");
            assertThat(asked.get(2).has("interrupt")).as("told once").isFalse();
        }
    }

    @Test
    void shouldLetTheAgentGreetWhereNoGreetingIsConfigured() {
        agent = (turn, reply) -> reply.whole(200, Map.of(), "Welcome.");
        try (RelayRig rig = open("")) {
            rig.session.announce(4, PromptReason.GREETING);
            rig.log.await("done 4");
            assertThat(rig.said(4)).isEqualTo("Welcome.");
            assertThat(asked.get(0).path("type").asText()).isEqualTo("setup");
        }
    }

    @Test
    void shouldSendAllKeysTogether() {
        try (RelayRig rig = open("Hello.")) {
            rig.session.respond(10, new UserInput(UserInput.Kind.DIGITS, "42#"), rig.history.recent());
            rig.log.await("done 10");
            assertThat(asked.get(0).path("type").asText()).isEqualTo("dtmf");
            assertThat(asked.get(0).path("digit").asText()).isEqualTo("42#");
        }
    }

    @Test
    void shouldGoOnWithTheResultOfAnActionAndHangUpAfterTheEnd() {
        agent = (turn, reply) -> {
            if (turn.path("type").asText().equals("prompt")) {
                reply.whole(200, LINES, "{\"type\":\"action\",\"id\":\"a1\",\"name\":\"lookup\",\"parameters\":{}}\n");
            } else {
                reply.whole(200, LINES, line("Found " + turn.at("/values/name").asText(), true) + "{\"type\":\"end\"}");
            }
        };
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Case seven");
            rig.log.await("action 10 lookup");
            String id = rig.actions.get(0).invocationId();
            assertThat(rig.log.lines()).noneMatch(line -> line.startsWith("done"));
            rig.session.actionResult(10, ActionResult.ok(id, Map.of("name", "Ada")));
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("Found Ada");
            assertThat(asked.get(1).path("id").asText()).isEqualTo("a1");
            rig.log.await("action 10 hang_up");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 401, 404, 500, 503})
    void shouldFailTheTurnAloneWhenTheServerRefusesIt(int status) {
        agent = (turn, reply) -> reply.whole(status, Map.of(), "a secret of the server");
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            assertThat(rig.log.await("failed 10"))
                    .contains("engine mine answered " + status)
                    .doesNotContain("secret of the server");
            agent = (turn, reply) -> reply.whole(200, Map.of(), "Here.");
            rig.ask(14, "And now?");
            rig.log.await("done 14");
            assertThat(rig.said(14)).isEqualTo("Here.");
        }
    }

    @Test
    void shouldFailTheTurnWhenTheConnectionBreaksOrTheAnswerIsEndless() {
        agent = (turn, reply) -> {
            reply.head(200, LINES).chunk(line("In the midd", false));
            reply.later(1, reply::drop);
        };
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            rig.log.await("failed 10");
            agent = (turn, reply) -> reply.whole(200, LINES, "x".repeat((1 << 20) + 1));
            rig.ask(14, "And now?");
            assertThat(rig.log.await("failed 14")).contains("more than 1048576 bytes");
            agent = (turn, reply) -> reply.whole(200, Map.of("Content-Type", "application/json"), "{\"type\":");
            rig.ask(18, "And now?");
            assertThat(rig.log.await("failed 18")).contains("no JSON");
        }
    }

    @Test
    void shouldCountLinesThatAreNoMessagesAndGoOn() {
        agent = (turn, reply) -> reply.whole(200, LINES, "nonsense\n" + line("Here.", true));
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            rig.log.await("done 10");
            assertThat(rig.said(10)).isEqualTo("Here.");
            assertThat(rig.meter.unexpected.sum()).isOne();
        }
    }

    @Test
    void shouldFailATurnThatIsNotAnswered() {
        agent = (turn, reply) -> {};
        try (RelayRig rig = open("Hello.")) {
            rig.ask(10, "Hello?");
            Eventually.holds("asked", () -> !asked.isEmpty());
            rig.time.pass(RelayRig.ANSWER_MS + 1_000);
            assertThat(rig.log.await("failed 10")).contains("timeout");
        }
    }

    @Test
    void shouldTellWhetherTheServerIsThere() throws Exception {
        agent = (turn, reply) -> reply.whole(501, Map.of(), "");
        try (RelayRig rig = open("Hello.")) {
            assertThat(rig.dialogue.probe().get().up()).isTrue();
            assertThat(requests.get(requests.size() - 1).method()).isEqualTo("OPTIONS");
            agent = (turn, reply) -> reply.whole(401, Map.of(), "");
            assertThat(rig.dialogue.probe().get().detail()).contains("check engines.mine.key");
        }
        URI nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + closed.getLocalPort() + "/turn");
        }
        try (RelayRig rig = new RelayRig("Hello.").begin(nobody)) {
            rig.log.await("ready");
            assertThat(rig.dialogue.probe().get().up()).isFalse();
            rig.ask(10, "Hello?");
            rig.log.await("failed 10");
        }
    }
}
