package io.sidetone.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.actions.TransferTargets;
import io.sidetone.server.calls.history.History;
import io.sidetone.server.calls.history.Refusals;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.control.CommandOutcome;
import io.sidetone.transport.http.control.CommandRoutes;
import io.sidetone.transport.http.events.EventHub;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands from the route to a call on a real lane: what they do there, and what is refused before they get there. */
@Tag("ITE-REQ-008")
class CallCommandsTest {
    private static final TurnPolicy CALM = TurnPolicy.DEFAULT.withBargeIn(false);
    private static final String NOBODY = "01JABCDEFGHJKMNPQRSTVWXYZ0";

    private final LaneCalls calls = new LaneCalls((call, event) -> this.book.on(call, event));
    private final CallBook book = new CallBook(calls::nowNs, 60_000_000_000L);
    private final CallCommands desk = new CallCommands(
            book,
            new PolicyService(() -> Map.of("calm", CALM), Runnable::run),
            new TransferTargets(List.of("sip:desk@192.0.2.1", "+4930*")),
            calls::nowNs);
    private final List<Route> routes = Stream.of(
                    CommandRoutes.of(desk, new EventHub(calls::nowNs, 1_000)),
                    new History(
                                    new CallPages(book, calls::nowNs, Prices.NONE),
                                    new Refusals(Optional.empty(), (trunk, status, reason) -> {}, () -> 0),
                                    Optional.empty(),
                                    () -> null)
                            .routes())
            .flatMap(List::stream)
            .toList();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private Admission admission;

    @AfterEach
    void stopTheModel() {
        timer.shutdownNow();
    }

    /** A model that never says that it is ready. */
    private static final class Slow implements DialogueModel {
        @Override
        public DialogueSession open(CallContext call, DialogueEvents events) {
            DialogueEvents nobody = (DialogueEvents) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {DialogueEvents.class}, (proxy, method, given) -> null);
            return new MockDialogue(MockBehavior.DEFAULT, null).open(call, nobody);
        }

        @Override
        public DialogueModel.Capabilities capabilities() {
            return new DialogueModel.Capabilities("slow", false);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("slow");
        }
    }

    private void given(FloorState state) {
        switch (state) {
            case CONNECTING -> admission = calls.begin("sip:bob@example.net", new Slow());
            case IDLE -> {
                given(FloorState.SPEAKING);
                for (int ms = 0; calls.last().state() != FloorState.IDLE && ms < 4_000; ms += 20) {
                    calls.pass(20);
                }
            }
            case SPEAKING -> {
                admission = calls.begin("sip:bob@example.net");
                calls.pass(600);
            }
            case LISTENING -> {
                given(FloorState.SPEAKING);
                assertThat(post("yield", "").status()).isEqualTo(202);
            }
            case THINKING -> {
                admission = calls.begin(
                        "sip:bob@example.net",
                        new MockDialogue(new MockBehavior("", "too late", "", "", 600_000), timer));
                calls.pass(400);
                admission.publisher().publish(LaneEventType.TEXT_INPUT, 0, 0, 0, "hello", calls.nowNs());
            }
            case ENDED -> {
                given(FloorState.SPEAKING);
                calls.end(admission);
            }
            default -> throw new IllegalArgumentException(state.name());
        }
        calls.pass(20);
        assertThat(calls.last().state()).isEqualTo(state);
    }

    private Answer send(String method, String id, String command, String body) {
        String template = "/api/calls/{id}" + command;
        Route route = routes.stream()
                .filter(each ->
                        each.template().equals(template) && each.method().equals(method))
                .findFirst()
                .orElseThrow();
        Answer answer = route.handler()
                .apply(new Request(
                        method,
                        template.replace("{id}", id),
                        Map.of("id", id),
                        Map.of(),
                        "application/json",
                        body.getBytes(StandardCharsets.UTF_8),
                        true))
                .toCompletableFuture()
                .join();
        calls.pass(40);
        return answer;
    }

    private Answer post(String command, String body) {
        return send("POST", calls.last().setup().who().callId(), "/" + command, body);
    }

    private static JsonNode json(Answer answer) throws Exception {
        return new ObjectMapper().readTree(answer.body());
    }

    private List<String> timeline() {
        return calls.last().timeline().entries().stream()
                .map(entry -> entry.kind() + " " + entry.text())
                .toList();
    }

    private static final String EVERY_COMMAND =
            """
            yield    | {"reason":"operator"}
            grant    | {"hints":{"expectResponse":true}}
            say      | {"text":"One moment."}
            policy   | {"name":"calm"}
            hold     | {"on":true}
            transfer | {"to":"sip:desk@192.0.2.1"}
            dtmf     | {"digits":"12#"}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = EVERY_COMMAND)
    void shouldAnswer404WhenThereIsNoSuchCall(String command, String body) throws Exception {
        given(FloorState.SPEAKING);
        List<String> before = timeline();
        Answer answer = send("POST", NOBODY, "/" + command, body);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(json(answer).path("detail").asText()).contains(NOBODY).contains("GET /api/calls");
        assertThat(timeline()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = EVERY_COMMAND)
    void shouldAnswer409WithTheStateWhenTheCallHasEnded(String command, String body) throws Exception {
        given(FloorState.ENDED);
        List<String> before = timeline();
        Answer answer = post(command, body);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(json(answer).path("state").asText()).isEqualTo("ENDED");
        assertThat(timeline()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yield", "grant", "say", "hold", "transfer", "dtmf"})
    void shouldAnswer409WithTheStateWhenTheCallIsNotUpYet(String command) throws Exception {
        given(FloorState.CONNECTING);
        String body = Stream.of(EVERY_COMMAND.split("\n"))
                .filter(line -> line.startsWith(command))
                .map(line -> line.substring(line.indexOf('|') + 1).strip())
                .findFirst()
                .orElseThrow();
        Answer answer = post(command, body);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(json(answer).path("state").asText()).isEqualTo("CONNECTING");
    }

    /** Every command: no JSON, the wrong type, too long, and a field that it does not have. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    yield    | {"reason":                     | one JSON object
                    yield    | {"reason":true}                | reason
                    yield    | {"reason":"LONG"}              | reason
                    yield    | {"reason":"x","grace":true}    | grace
                    grant    | grant                          | one JSON object
                    grant    | {"hints":{"expectResponse":1}} | expectResponse
                    grant    | {"hints":{"requestId":"LONG"}} | requestId
                    grant    | {"hints":{"delayMs":1}}        | delayMs
                    say      | {'text':'x'}                   | one JSON object
                    say      | {"text":7}                     | text
                    say      | {"text":"LONG"}                | text
                    say      | {"text":"x","voice":"y"}       | voice
                    policy   | [1]                            | JSON object
                    policy   | {"endSilenceMs":"soon"}        | endSilenceMs
                    policy   | {"name":"LONG"}                | name
                    policy   | {"patience":9}                 | patience
                    hold     | {"on":tru}                     | one JSON object
                    hold     | {"on":"yes"}                   | on
                    hold     | {"on":"LONG"}                  | on
                    hold     | {"on":true,"music":true}       | music
                    transfer | {                              | one JSON object
                    transfer | {"to":3}                       | to
                    transfer | {"to":"sip:LONG@example.com"}  | to
                    transfer | {"to":"sip:a@b","by":"me"}     | by
                    dtmf     | 12                             | JSON object
                    dtmf     | {"digits":12}                  | digits
                    dtmf     | {"digits":"LONG"}              | digits
                    dtmf     | {"digits":"1","toneMs":90}     | toneMs
                    """)
    void shouldAnswer400AndNameTheFieldWhenABodyIsBad(String command, String body, String thing) throws Exception {
        given(FloorState.SPEAKING);
        List<String> before = timeline();
        Answer answer = post(command, body.replace("LONG", "1".repeat(4_100)));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(json(answer).path("detail").asText())
                .contains(thing)
                .contains(";")
                .hasSizeLessThan(1_000);
        assertThat(timeline()).as("nothing of it reached the call").isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"SPEAKING, VIP-T12", "THINKING, VIP-T15"})
    @Tag("ITE-AC-005")
    void shouldYieldWhereTheAgentHasTheFloor(FloorState state, String rule) throws Exception {
        given(state);
        Answer answer = post("yield", "{\"reason\":\"operator\"}");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(json(answer).path("state").asText())
                .as("the state it left from")
                .isEqualTo(state.name());
        assertThat(timeline()).contains("yield requested: operator").anyMatch(line -> line.contains("(" + rule + ","));
    }

    @Test
    void shouldTakeBackWhatTheAgentWasAboutToSayWhenAskedToYieldInIdle() {
        given(FloorState.IDLE);
        assertThat(post("yield", "").status()).isEqualTo(202);
        assertThat(timeline()).contains("yield requested: requested");
        assertThat(calls.last().state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldRefuseToYieldWhenTheCallerHasTheFloor() throws Exception {
        given(FloorState.LISTENING);
        List<String> before = timeline();
        Answer answer = post("yield", "");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(json(answer).path("state").asText()).isEqualTo("LISTENING");
        assertThat(json(answer).path("detail").asText()).contains("the caller has the floor");
        assertThat(timeline()).isEqualTo(before);
    }

    @Test
    void shouldGrantInIdleAndListeningOnly() throws Exception {
        given(FloorState.SPEAKING);
        Answer refused = post("grant", "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(json(refused).path("state").asText()).isEqualTo("SPEAKING");
        assertThat(post("yield", "").status()).isEqualTo(202);
        assertThat(calls.last().state()).isEqualTo(FloorState.LISTENING);
        assertThat(post("grant", "{\"hints\":{\"requestId\":\"r-1\"}}").status())
                .isEqualTo(202);
        assertThat(timeline()).anyMatch(line -> line.startsWith("grant ") && line.contains("r-1"));
        calls.pass(200);
        assertThat(calls.last().state()).as("the agent answers").isEqualTo(FloorState.SPEAKING);
    }

    @Test
    void shouldSayASentenceAfterItsTurnOrAtOnce() {
        given(FloorState.SPEAKING);
        assertThat(post("say", "{\"text\":\"Your taxi is here.\"}").status()).isEqualTo(202);
        assertThat(timeline()).noneMatch(line -> line.contains("VIP-T11"));
        assertThat(post("say", "{\"text\":\"Fire alarm.\",\"interrupt\":true}").status())
                .isEqualTo(202);
        assertThat(timeline()).anyMatch(line -> line.contains("VIP-T11"));
        calls.pass(8_000);
        assertThat(timeline()).containsSubsequence("agent Fire alarm.", "agent Your taxi is here.");
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldChangeThePolicyByNameAndByFields() throws Exception {
        given(FloorState.SPEAKING);
        assertThat(post("policy", "{\"name\":\"calm\"}").status()).isEqualTo(202);
        assertThat(calls.last().policy().allowBargeIn()).isFalse();
        assertThat(post("policy", "{\"profile\":\"custom\",\"allowBargeIn\":true,\"endSilenceMs\":640}")
                        .status())
                .isEqualTo(202);
        assertThat(calls.last().policy().allowBargeIn()).isTrue();
        assertThat(calls.last().policy().endSilenceMs()).isEqualTo(640);
        assertThat(desk.policyOf(calls.last().setup().who().callId()))
                .isEqualTo(calls.last().policy());
        assertThat(desk.policyOf(NOBODY)).isNull();
        Answer unknown = post("policy", "{\"name\":\"wild\"}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(json(unknown).path("detail").asText()).contains("'wild'").contains("calm");
    }

    @Test
    void shouldHandHoldTransferAndDigitsToTheTelephoneSide() throws Exception {
        given(FloorState.SPEAKING);
        assertThat(post("dtmf", "{\"digits\":\"12#\"}").status()).isEqualTo(202);
        assertThat(post("transfer", "{\"to\":\"tel:+4930123\"}").status()).isEqualTo(202);
        assertThat(post("hold", "{\"on\":true}").status()).isEqualTo(202);
        assertThat(timeline()).contains("control digits 12#", "control transfer to tel:+4930123", "control hold");
        admission.publisher().publish(LaneEventType.HOLD, 0, 1, 0, null, calls.nowNs());
        calls.pass(40);
        assertThat(calls.last().held()).isTrue();
        Answer refused = post("dtmf", "{\"digits\":\"3\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(json(refused).path("detail").asText()).contains("on hold");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tel:+49891",
                "tel:+4930123;phone-context=evil.example",
                "sip:desk@192.0.2.1@evil.example",
                "sip:desk@192.0.2.10",
                "sip:+4930123@evil.example",
                "sip:other@192.0.2.1"
            })
    void shouldAnswer403AndNameTheKeyWhenATransferGoesToSomebodyWhoIsNotListed(String to) throws Exception {
        given(FloorState.SPEAKING);
        List<String> before = timeline();
        Answer refused = post("transfer", "{\"to\":\"" + to + "\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        assertThat(json(refused).path("detail").asText())
                .contains("'" + to + "'")
                .contains("add it to http.transfer-to");
        assertThat(timeline()).isEqualTo(before);
    }

    @Test
    void shouldHangUpOnceAndRefuseItAfterwards() throws Exception {
        given(FloorState.SPEAKING);
        String id = calls.last().setup().who().callId();
        assertThat(send("DELETE", NOBODY, "", "").status()).isEqualTo(404);
        assertThat(send("DELETE", id, "", "").status()).isEqualTo(202);
        assertThat(calls.last().endCause()).isEqualTo(EndCause.OPERATOR);
        Answer again = send("DELETE", id, "", "");
        assertThat(again.status()).isEqualTo(409);
        assertThat(json(again).path("state").asText()).isEqualTo("ENDED");
    }

    @Test
    void shouldTellWhichCallsCanBeListenedTo() {
        given(FloorState.SPEAKING);
        String id = calls.last().setup().who().callId();
        assertThat(desk.subscribable(id).state()).isEqualTo("SPEAKING");
        calls.end(admission);
        assertThat(desk.subscribable(id).detail()).contains("ended");
        assertThat(desk.subscribable(NOBODY)).isEqualTo(CommandOutcome.unknown());
    }
}
