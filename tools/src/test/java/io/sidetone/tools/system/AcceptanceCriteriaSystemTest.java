package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The acceptance criteria of the turn-taking engine over real calls, as a subscriber of the events and a reader of the call
 * see them. Limits are asserted on the server's event time; what the telephone measured is printed. AC-004 and AC-008 need a
 * line that can be cut: {@link RecoverySystemTest}.
 */
@Tag("ITE-MSG-001")
class AcceptanceCriteriaSystemTest {
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();
    private static final String OVER_BUDGET = "sidetone_interruptions_over_budget_total";
    private static final Trigger NEVER = new Trigger.At(80_000);

    /** So long into the agent's speech the detector knows the echo of the line, and hears a caller beside it. */
    private static final int ECHO_KNOWN_MS = 1_000;

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static RecordedSpeech speech;
    private EventStream events;

    /** A call over which the caller speaks, its events, and the server's interruptions over budget before and after it. */
    private static final class InterruptedCall {
        private final EventStream events = EventStream.of(server);
        private final double overBudgetBefore = server.metric(OVER_BUDGET);
        private final RealCall call = dial(
                "desk",
                RealCall.play(new Trigger.AfterTalkStart(1_200), speech.utterance(0)),
                RealCall.hangUp(AFTER_AGENT));
        private double overBudgetAfter;

        private InterruptedCall() throws Exception {}

        private CallResult.Completed completed() throws Exception {
            CallResult.Completed completed = call.completed();
            overBudgetAfter = server.metric(OVER_BUDGET);
            return completed;
        }
    }

    /** Shorter stalls leave the agent's talk in one piece for a caller who takes a gap of 200 ms for its end. */
    private static final double HELD_UP_MS = 120;

    /**
     * A caller who interrupts three times, a fourth time in vain, and once more the answer to that. When the agent is held up on its way
     * for a fifth of a second, this caller takes what comes then for its next talk.
     */
    private static final class InsistentCall {
        private final RealCall call = dial(
                "assertive",
                RealCall.play(new Trigger.AfterTalkStart(1_200), speech.beginning(0, 900)),
                RealCall.play(new Trigger.AfterTalkStart(1_200), speech.beginning(1, 900)),
                RealCall.play(new Trigger.AfterTalkStart(1_200), speech.beginning(2, 900)),
                // Within the two seconds that the agent is given now.
                RealCall.play(new Trigger.AfterTalkStart(700), speech.beginning(4, 800)),
                // The kept turn is answered; past its two seconds that answer can be interrupted again.
                RealCall.play(new Trigger.AfterTalkStart(2_600), speech.beginning(5, 900)),
                RealCall.hangUp(new Trigger.AfterTalkStart(200)));
        private final EventStream events = EventStream.of(server, call.callId());

        private InsistentCall() throws Exception {}
    }

    @BeforeAll
    static void start() throws Exception {
        speech = new RecordedSpeech();
        server = ServerProcess.startConfigured(
                folder,
                """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: %s}
                limits: {max-calls: 4}
                engines: {mock: {type: mock}, slow: {type: mock, delay: 700ms}}
                policies: {patient: {profile: hands-free}}
                agents:
                  handsfree: {match: {called: [handsfree]}, policy: patient,
                              recognizer: mock, dialogue: mock, synthesizer: mock}
                  assertive: {match: {called: [assertive]}, policy: assertive,
                              recognizer: mock, dialogue: slow, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(LeasedPorts.server(4)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void subscribe() throws Exception {
        events = EventStream.of(server);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        events.close();
        server.awaitIdle();
        server.assertUnharmed();
        assertThat(events.problems()).as("messages beside the schema").isEmpty();
    }

    private static RealCall dial(String agent, ScriptStep... steps) throws Exception {
        return RealCall.dial(server, agent, List.of(steps));
    }

    @Test
    @Tag("ITE-AC-001")
    @Tag("ITE-REQ-003")
    void shouldListenAtOnceWhenTheCallerSpeaksOverTheAgent() throws Exception {
        InterruptedCall interrupted = SteadyCall.of(InterruptedCall::new, InterruptedCall::completed);
        RealCall call = interrupted.call;
        CallResult.Completed ended = call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.rules(timeline)).containsSequence("VIP-T11", "VIP-T12");
        RealCall.Entry yield = RealCall.first(timeline, "yield", "");
        long listensMs =
                RealCall.first(timeline, "state", "-> LISTENING (VIP-T12").atMs();
        assertThat(listensMs - yield.atMs())
                .as("ms from the yield to listening, event time")
                .isBetween(0L, (long) PolicyNumber.MIN_SPEECH.standard());
        JsonNode interruption = interrupted.events.await("interruption").at("/turn/interruption");
        assertThat(interruption.path("type").asText()).isEqualTo("barge-in");
        assertThat(interruption.path("source").asText()).isEqualTo("client-hint");
        assertThat(interruption.path("latencyMs").asLong(-1))
                .as("ms from the decision to the last agent frame, event time")
                .isBetween(0L, 250L);
        assertThat(interrupted.events.await("listening", event -> is(event, "state-changed", "listening")))
                .isNotNull();
        assertThat(call.detail().path("interruptions")).hasSize(1);
        CallReport.Play play = ended.report().plays().get(0);
        System.out.printf("AC-001 onset to the last agent packet: %.0f ms%n", play.onsetToLastAgentPacketMs());
        assertThat(interrupted.overBudgetAfter).isEqualTo(interrupted.overBudgetBefore);
        assertThat(interrupted.events.problems())
                .as("messages beside the schema")
                .isEmpty();
        interrupted.events.close();
    }

    @Test
    @Tag("ITE-AC-002")
    @Tag("VAN-15")
    @Tag("VAN-15.a")
    @Tag("VAN-15.b")
    void shouldThinkAndAnswerOnceWhenTheCallerHasFinished() throws Exception {
        RealCall call = dial("desk", RealCall.play(AFTER_AGENT, speech.utterance(1)), RealCall.hangUp(AFTER_AGENT));
        CallResult.Completed ended = call.completed();
        List<String> rules = RealCall.rules(call.timeline());
        assertThat(rules).containsSubsequence("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T10");
        assertThat(rules.stream().filter("VIP-T07"::equals)).as("responses").hasSize(1);
        assertThat(events.events("state-changed").stream()
                        .map(event -> event.path("state").asText())
                        .toList())
                .containsSubsequence("listening", "thinking", "speaking", "idle");
        events.await("the end", event -> event.at("/view/vantum").asText().equals("ENDED"));
        String[] vantum = {"LISTENING", "THINKING", "RESPONDING", "LISTENING", "ENDED"};
        assertThat(events.events("state-changed").stream()
                        .map(event -> event.at("/view/vantum").asText())
                        .toList())
                .as("the Vantum view in the event stream")
                .containsSubsequence(vantum);
        JsonNode detail = call.detail();
        assertThat(detail.at("/view/vantum").asText()).isEqualTo("ENDED");
        List<String> changes = new ArrayList<>();
        detail.path("vantum")
                .forEach(change -> changes.add(
                        change.path("from").asText() + ">" + change.path("to").asText()));
        assertThat(changes)
                .as("the Vantum view in /api/calls/{id}")
                .containsExactly(
                        "INITIALIZING>LISTENING",
                        "LISTENING>THINKING",
                        "THINKING>RESPONDING",
                        "RESPONDING>LISTENING",
                        "LISTENING>ENDED");
        System.out.printf(
                "AC-002 caller's end to the agent's answer: %.0f ms%n",
                ended.report().plays().get(0).endToNextAgentMs());
    }

    @Test
    @Tag("ITE-AC-003")
    void shouldAnswerAfterItsOwnSentenceWhenBargeInIsOff() throws Exception {
        RealCall call = dial(
                "handsfree",
                RealCall.play(new Trigger.AfterTalkStart(ECHO_KNOWN_MS), speech.beginning(2, 1_200)),
                RealCall.hangUp(NEVER));
        JsonNode pending = events.await(
                "a pending turn", event -> event.at("/diagnostics/pendingTurn").isTextual());
        assertThat(pending.path("state").asText()).as("nothing changes yet").isEqualTo("speaking");
        call.await("the answer", e -> e.text().contains("-> SPEAKING (VIP-T07"));
        call.hangUp();
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(timeline).noneMatch(e -> e.kind().equals("yield") || e.kind().equals("commit"));
        assertThat(events.events("interruption")).isEmpty();
        assertThat(RealCall.rules(timeline))
                .as("the greeting is played to its end, then what was said meanwhile is answered")
                .containsSubsequence("VIP-T04", "VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07");
        RealCall.Entry greeted = RealCall.first(timeline, "agent", "");
        assertThat(greeted.text()).as("heard to its end").endsWith("How can I help you?");
        assertThat(RealCall.first(timeline, "pending", "").atMs()).isLessThan(greeted.atMs());
    }

    @Test
    @Tag("ITE-AC-005")
    @Tag("ITE-REQ-008")
    void shouldStopAndListenWhenAYieldIsAskedFor() throws Exception {
        RealCall call = dial("desk", RealCall.hangUp(NEVER));
        call.await("the greeting", e -> e.text().contains("-> SPEAKING"));
        assertThat(call.post("yield", "{\"reason\": \"supervisor\"}")).isEqualTo(202);
        call.await("listening", e -> e.text().contains("-> LISTENING (VIP-T12"));
        JsonNode interruption = events.await("interruption").at("/turn/interruption");
        assertThat(interruption.path("type").asText()).isEqualTo("manual-stop");
        assertThat(interruption.path("source").asText()).isEqualTo("ui-command");
        assertThat(interruption.path("reasonCode").asText()).isEqualTo("supervisor");
        call.hangUp();
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.rules(timeline)).containsSequence("VIP-T11", "VIP-T12");
        assertThat(timeline).as("the reason").anyMatch(e -> e.text().contains("supervisor"));
    }

    @Test
    @Tag("ITE-AC-006")
    @Tag("ITE-PAT-003")
    void shouldApplyAPolicyToTheRunningCall() throws Exception {
        RealCall call = dial(
                "desk",
                RealCall.play(AFTER_AGENT, speech.utterance(3)),
                RealCall.play(new Trigger.AfterTalkStart(ECHO_KNOWN_MS), speech.utterance(4)),
                RealCall.hangUp(AFTER_AGENT));
        call.await("the greeting", e -> e.text().contains("-> SPEAKING"));
        assertThat(call.post("policy", "{\"name\": \"patient\"}")).isEqualTo(202);
        JsonNode updated = events.await("policy-updated");
        assertThat(updated.at("/diagnostics/profile").asText()).isEqualTo("hands-free");
        assertThat(updated.at("/diagnostics/allowBargeIn").asBoolean(true)).isFalse();
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(timeline).noneMatch(e -> e.kind().equals("yield") || e.kind().equals("commit"));
        assertThat(RealCall.first(timeline, "policy", "hands-free")).isNotNull();
        assertThat(call.detail().path("turns"))
                .as("one call, the new profile from then on")
                .anyMatch(turn -> turn.path("policyProfile").asText().equals("hands-free"));
    }

    @Test
    @Tag("ITE-AC-007")
    @Tag("ITE-RES-001")
    void shouldHearTheAgentOutAfterThreeInterruptionsAndAnswerWhatWasSaidMeanwhile() throws Exception {
        InsistentCall insistent = SteadyCall.of(HELD_UP_MS, InsistentCall::new, each -> each.call.completed());
        RealCall call = insistent.call;
        EventStream events = insistent.events;
        JsonNode cooldown = events.await(
                "the cooldown", event -> event.at("/diagnostics/cooldown").asBoolean());
        assertThat(cooldown.at("/diagnostics/interruptionCount").asInt()).isEqualTo(3);
        JsonNode pending = events.await(
                "a pending turn", event -> event.at("/diagnostics/pendingTurn").isTextual());
        assertThat(pending.at("/diagnostics/interruptionCount").asInt()).isEqualTo(3);
        assertThat(events.events("interruption").stream()
                        .map(event -> event.at("/diagnostics/interruptionCount").asInt())
                        .toList())
                .containsExactly(1, 2, 3, 4);
        List<RealCall.Entry> timeline = call.timeline();
        RealCall.Entry third = RealCall.all(timeline, "commit").get(2);
        List<RealCall.Entry> after = timeline.subList(timeline.indexOf(third), timeline.size());
        RealCall.Entry speaks = RealCall.first(after, "state", "-> SPEAKING");
        RealCall.Entry kept = RealCall.first(after, "pending", "speech");
        RealCall.Entry heardOut = RealCall.first(after, "state", "SPEAKING -> IDLE (VIP-T10");
        assertThat(kept.atMs() - speaks.atMs())
                .as("ms into the agent's turn, event time")
                .isBetween(0L, 2_000L);
        assertThat(after.subList(after.indexOf(speaks), after.indexOf(heardOut)))
                .as("the agent is heard out")
                .noneMatch(e -> e.kind().equals("yield") || e.kind().equals("commit"));
        List<RealCall.Entry> answered = after.subList(after.indexOf(heardOut), after.size());
        assertThat(RealCall.rules(answered))
                .as("what was said meanwhile is the caller's turn, and is answered")
                .startsWith("VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T11", "VIP-T12");
        RealCall.Entry answers = RealCall.first(answered, "state", "-> SPEAKING");
        assertThat(RealCall.first(answered, "commit", "").atMs() - answers.atMs())
                .as("ms that the answer was given before it could be interrupted, event time")
                .isGreaterThanOrEqualTo(2_000L);
        assertThat(events.problems()).as("messages beside the schema").isEmpty();
        events.close();
    }

    private static boolean is(JsonNode event, String type, String state) {
        return event.path("type").asText().equals(type)
                && event.path("state").asText().equals(state);
    }
}
