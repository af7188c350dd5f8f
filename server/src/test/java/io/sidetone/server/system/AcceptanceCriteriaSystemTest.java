package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.softphone.call.CallResult;
import io.sidetone.server.softphone.measure.CallReport;
import io.sidetone.server.softphone.script.Trigger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The acceptance criteria of the turn-taking engine over real calls. Limits are asserted on the server's event time; what
 * the telephone measured is printed.
 */
class AcceptanceCriteriaSystemTest {
    private static final Trigger AFTER_AGENT = new Trigger.AfterAgentTurn();

    @TempDir
    private static Path folder;

    private static ServerProcess server;
    private static RecordedSpeech speech;

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
                engines: {mock: {type: mock}}
                policies: {patient: {profile: hands-free}}
                agents:
                  handsfree: {match: {called: [handsfree]}, policy: patient,
                              recognizer: mock, dialogue: mock, synthesizer: mock}
                  desk: {recognizer: mock, dialogue: mock, synthesizer: mock}
                """
                        .formatted(ServerProcess.freeMediaPorts(4)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        server.awaitIdle();
        server.assertUnharmed();
    }

    @Test
    @Tag("ITE-AC-001")
    void shouldListenAtOnceWhenTheCallerSpeaksOverTheAgent() throws Exception {
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(new Trigger.AfterTalkStart(1_200), speech.utterance(0)),
                        RealCall.hangUp(AFTER_AGENT)));
        CallResult.Completed ended = call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.rules(timeline)).containsSequence("VIP-T11", "VIP-T12");
        RealCall.Entry yield = first(timeline, "yield", "");
        long listensMs = first(timeline, "state", "-> LISTENING (VIP-T12").atMs();
        assertThat(listensMs - yield.atMs())
                .as("ms from the yield to listening, event time")
                .isBetween(0L, 500L);
        CallReport.Play play = ended.report().plays().get(0);
        System.out.printf("AC-001 onset to the last agent packet: %.0f ms%n", play.onsetToLastAgentPacketMs());
        assertThat(server.metric("sidetone_interruptions_over_budget_total")).isZero();
    }

    @Test
    @Tag("ITE-AC-002")
    void shouldThinkAndAnswerOnceWhenTheCallerHasFinished() throws Exception {
        RealCall call = RealCall.dial(
                server, "desk", List.of(RealCall.play(AFTER_AGENT, speech.utterance(1)), RealCall.hangUp(AFTER_AGENT)));
        CallResult.Completed ended = call.completed();
        List<String> rules = RealCall.rules(call.timeline());
        assertThat(rules).containsSubsequence("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T10");
        assertThat(rules.stream().filter("VIP-T07"::equals)).as("responses").hasSize(1);
        System.out.printf(
                "AC-002 caller's end to the agent's answer: %.0f ms%n",
                ended.report().plays().get(0).endToNextAgentMs());
    }

    @Test
    @Tag("ITE-AC-003")
    void shouldAnswerAfterItsOwnSentenceWhenBargeInIsOff() throws Exception {
        RealCall call = RealCall.dial(
                server,
                "handsfree",
                List.of(
                        RealCall.play(new Trigger.AfterTalkStart(1_000), speech.utterance(2)),
                        RealCall.hangUp(new Trigger.At(9_000))));
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(timeline).noneMatch(e -> e.kind().equals("yield") || e.kind().equals("commit"));
        assertThat(RealCall.rules(timeline))
                .as("the greeting is played to its end, then what was said meanwhile is answered")
                .containsSubsequence("VIP-T04", "VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07");
    }

    @Test
    @Tag("ITE-AC-005")
    @Tag("ITE-REQ-008")
    void shouldStopAndListenWhenAYieldIsAskedFor() throws Exception {
        RealCall call = RealCall.dial(server, "desk", List.of(RealCall.hangUp(new Trigger.At(6_000))));
        call.await("the greeting", e -> e.text().contains("-> SPEAKING"));
        assertThat(call.post("yield", "{\"reason\": \"supervisor\"}")).isEqualTo(202);
        call.await("listening", e -> e.text().contains("-> LISTENING (VIP-T12"));
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(RealCall.rules(timeline)).containsSequence("VIP-T11", "VIP-T12");
        assertThat(timeline).as("the reason").anyMatch(e -> e.text().contains("supervisor"));
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldApplyAPolicyToTheRunningCall() throws Exception {
        RealCall call = RealCall.dial(
                server,
                "desk",
                List.of(
                        RealCall.play(AFTER_AGENT, speech.utterance(3)),
                        RealCall.play(new Trigger.AfterTalkStart(700), speech.utterance(4)),
                        RealCall.hangUp(AFTER_AGENT)));
        call.await("the greeting", e -> e.text().contains("-> SPEAKING"));
        assertThat(call.post("policy", "{\"name\": \"patient\"}")).isEqualTo(202);
        call.completed();
        List<RealCall.Entry> timeline = call.timeline();
        assertThat(timeline).noneMatch(e -> e.kind().equals("yield") || e.kind().equals("commit"));
        assertThat(first(timeline, "policy", "hands-free")).isNotNull();
    }

    private static RealCall.Entry first(List<RealCall.Entry> timeline, String kind, String text) {
        return timeline.stream()
                .filter(e -> e.kind().equals(kind) && e.text().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + text + " in " + timeline));
    }
}
