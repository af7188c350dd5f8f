package io.sidetone.transport.http.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.transport.http.Answer;
import io.sidetone.transport.http.Request;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.events.EventHub;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies become commands, or answers that name thing, value, rule and remedy. */
@Tag("ITE-REQ-008")
class CommandRoutesTest {
    private static final String ID = "01JABCDEFGHJKMNPQRSTVWXYZ0";

    private final Desk desk = new Desk();
    private final List<Route> routes = CommandRoutes.of(desk, new EventHub(() -> 0, 1_000));

    private static final class Desk implements CommandHandler {
        final List<CallCommand> taken = new ArrayList<>();
        CommandOutcome outcome = CommandOutcome.accepted("SPEAKING");

        @Override
        public CompletionStage<CommandOutcome> command(String callId, CallCommand command) {
            taken.add(command);
            return CompletableFuture.completedFuture(outcome);
        }

        @Override
        public Map<String, String> policies() {
            return new TreeMap<>(Map.of("default", "default", "front-desk", "assertive"));
        }

        @Override
        public CommandOutcome subscribable(String callId) {
            return outcome;
        }
    }

    private Answer post(String id, String action, String contentType, String body) {
        Route route = routes.stream()
                .filter(each -> each.template().equals("/api/calls/{id}/" + action))
                .findFirst()
                .orElseThrow();
        return route.handler()
                .apply(new Request(
                        "POST",
                        "/api/calls/" + id + "/" + action,
                        Map.of("id", id),
                        Map.of(),
                        contentType,
                        body.getBytes(StandardCharsets.UTF_8),
                        true))
                .toCompletableFuture()
                .join();
    }

    private Answer post(String action, String body) {
        return post(ID, action, "application/json; charset=utf-8", body);
    }

    private static JsonNode json(Answer answer) throws Exception {
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void shouldListThePoliciesThatACallCanBeGiven() throws Exception {
        Route route = routes.stream()
                .filter(each -> each.template().equals("/api/policies"))
                .findFirst()
                .orElseThrow();
        assertThat(route.open()).isFalse();
        Request request = new Request("GET", "/api/policies", Map.of(), Map.of(), "", new byte[0], true);
        assertThat(json(route.handler().apply(request).toCompletableFuture().join())
                        .toString())
                .isEqualTo("{\"policies\":[{\"name\":\"default\",\"profile\":\"default\"},"
                        + "{\"name\":\"front-desk\",\"profile\":\"assertive\"}]}");
    }

    @Test
    void shouldHandEveryCommandToTheDeskWhenItsBodyIsGood() throws Exception {
        assertThat(post("yield", "{\"reason\":\"operator\"}").status()).isEqualTo(202);
        assertThat(post("yield", "").status()).isEqualTo(202);
        assertThat(post(
                                "grant",
                                "{\"hints\":{\"expectResponse\":false,\"autoResponseDelayMs\":250,\"requestId\":\"r1\"}}")
                        .status())
                .isEqualTo(202);
        assertThat(post("grant", "{}").status()).isEqualTo(202);
        assertThat(post("say", "{\"text\":\"One moment.\",\"interrupt\":true}").status())
                .isEqualTo(202);
        assertThat(post("policy", "{\"name\":\"assertive\"}").status()).isEqualTo(202);
        assertThat(post("policy", "{\"profile\":\"custom\",\"endSilenceMs\":500,\"thinking\":{\"allowBargeIn\":false}}")
                        .status())
                .isEqualTo(202);
        assertThat(post("hold", "{\"on\":true}").status()).isEqualTo(202);
        assertThat(post("recording", "{\"on\":false}").status()).isEqualTo(202);
        assertThat(post("transfer", "{\"to\":\"sip:desk@192.0.2.1\"}").status()).isEqualTo(202);
        assertThat(post("transfer", "{\"to\":\"sip:desk@192.0.2.1\",\"headers\":{\"X-Ticket\":\"7\"}}")
                        .status())
                .isEqualTo(202);
        assertThat(post("hangup", "{\"headers\":{\"X-Reason\":\"done\"}}").status())
                .isEqualTo(202);
        assertThat(post("hangup", "").status()).isEqualTo(202);
        Answer last = post("dtmf", "{\"digits\":\"12#A\"}");
        assertThat(last.status()).isEqualTo(202);
        assertThat(json(last).path("callId").asText()).isEqualTo(ID);
        assertThat(json(last).path("state").asText()).isEqualTo("SPEAKING");
        assertThat(desk.taken.subList(0, 6))
                .containsExactly(
                        new CallCommand.Yield("operator"),
                        new CallCommand.Yield("requested"),
                        new CallCommand.Grant(false, 250, "r1"),
                        new CallCommand.Grant(true, 0, ""),
                        new CallCommand.Say("One moment.", true),
                        new CallCommand.Policy("assertive", null));
        CallCommand.Policy custom = (CallCommand.Policy) desk.taken.get(6);
        assertThat(custom.fields()).containsKeys("profile", "endSilenceMs", "thinking");
        assertThat(desk.taken.subList(7, 14))
                .containsExactly(
                        new CallCommand.Hold(true),
                        new CallCommand.Recording(false),
                        new CallCommand.Transfer("sip:desk@192.0.2.1", Map.of()),
                        new CallCommand.Transfer("sip:desk@192.0.2.1", Map.of("X-Ticket", "7")),
                        new CallCommand.HangUp(Map.of("X-Reason", "done")),
                        new CallCommand.HangUp(Map.of()),
                        new CallCommand.Digits("12#A"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "yield | {\"reason\":\"he said: hello\"} | reason | no short code",
                "yield | {\"why\":\"x\"} | why | is not a field",
                "yield | {\"reason\":7} | reason | '7' is not text",
                "yield | [] | JSON object | send",
                "yield | {\"reason\": | no JSON | send one JSON object",
                "yield | {} {} | follows | one object",
                "yield | {\"reason\":null} | reason | true or false",
                "yield | {\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1}}}}} | limits | smaller",
                "grant | {\"hints\":{\"autoResponseDelayMs\":20000}} | autoResponseDelayMs | 0 to 10000",
                "grant | {\"hints\":{\"autoResponseDelayMs\":1e99999}} | autoResponseDelayMs | whole number",
                "grant | {\"hints\":3} | hints | an object",
                "say | {} | text: is missing | give text",
                "say | {\"text\":\"  \"} | text | not empty",
                "say | {\"text\":\"x\",\"interrupt\":\"yes\"} | interrupt | true or false",
                "policy | {} | name: is missing | profile",
                "policy | {\"name\":\"x\",\"minSpeechMs\":300} | minSpeechMs | is not a field",
                "hold | {} | on: is missing | true or false",
                "hold | {\"on\":1} | '1' | true or false",
                "transfer | {\"to\":\"somebody\"} | somebody | sip:",
                "transfer | {\"to\":\"sip:a b@c\"} | sip:a b@c | URI",
                "transfer | {\"to\":\"sip:a@c\",\"headers\":{\"Via\":\"x\"}} | headers: Via | leave it out",
                "transfer | {\"to\":\"sip:a@c\",\"headers\":{\"X-A\":\"b\\r\\nc\"}} | headers: X-A | line break",
                "hangup | {\"headers\":{\"X A\":\"b\"}} | 'X A' | no name of a header",
                "hangup | {\"headers\":7} | headers | an object",
                "dtmf | {\"digits\":\"12x\"} | 12x | telephone keys",
                "dtmf | {\"digits\":\"123456789012345678901234567890123\"} | digits | 1 to 32",
            })
    void shouldNameThingAndRuleWhenABodyIsBad(String action, String body, String thing, String rule) throws Exception {
        Answer answer = post(action.strip(), body.strip());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(json(answer).path("detail").asText()).contains(thing.strip()).contains(rule.strip());
        assertThat(desk.taken).isEmpty();
    }

    @Test
    void shouldRefuseOtherMediaTypesWhenThereIsABody() throws Exception {
        Answer answer = post(ID, "yield", "text/plain", "{}");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(json(answer).path("detail").asText()).contains("text/plain").contains("application/json");
        assertThat(post(ID, "yield", "", "{}").status()).isEqualTo(415);
    }

    @Test
    void shouldPassOnWhatTheDeskSays() throws Exception {
        desk.outcome = CommandOutcome.unknown();
        assertThat(post("yield", "").status()).isEqualTo(404);
        assertThat(post("not-an-id", "yield", "", "").status()).isEqualTo(404);
        desk.outcome = CommandOutcome.conflict("IDLE", "the agent is not speaking");
        Answer conflict = post("yield", "");
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(json(conflict).path("state").asText()).isEqualTo("IDLE");
        desk.outcome = CommandOutcome.invalid("endSilenceMs: 20 is below 150");
        assertThat(post("policy", "{\"endSilenceMs\":20}").status()).isEqualTo(400);
    }

    @Test
    void shouldSubscribeToOneCallOrAllWhenAsked() {
        Route events = routes.stream()
                .filter(each -> each.template().equals("/api/events"))
                .findFirst()
                .orElseThrow();
        assertThat(subscribe(events, Map.of()).stream()).isNotNull();
        assertThat(subscribe(events, Map.of("call", List.of(ID))).stream()).isNotNull();
        assertThat(subscribe(events, Map.of("call", List.of(ID, ID))).status()).isEqualTo(400);
        assertThat(subscribe(events, Map.of("call", List.of("../etc"))).status())
                .isEqualTo(404);
        desk.outcome = CommandOutcome.conflict("ENDED", "the call has ended");
        assertThat(subscribe(events, Map.of("call", List.of(ID))).status()).isEqualTo(409);
    }

    private static Answer subscribe(Route route, Map<String, List<String>> query) {
        return route.handler()
                .apply(new Request("GET", "/api/events", Map.of(), query, "", new byte[0], true))
                .toCompletableFuture()
                .join();
    }
}
