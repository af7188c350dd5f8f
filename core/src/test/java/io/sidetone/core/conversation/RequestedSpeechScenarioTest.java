package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.event.Interruption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client wants a sentence spoken: queued until the floor is free, or at once. */
@Tag("ITE-REQ-008")
@Tag("VIP-T04")
class RequestedSpeechScenarioTest extends CallScenario {
    private void say(String text, boolean interrupt) {
        call.publish(LaneEventType.SAY_REQUEST, 0, interrupt ? 1 : 0, text);
    }

    private String spoken() {
        return engines.voice.asked.isEmpty() ? "" : last(engines.voice.asked);
    }

    private void givenThinking() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        rig.moves.clear();
    }

    @Test
    void shouldSpeakAtOnceWhenNobodyHasTheFloor() {
        givenIdleAfterGreeting();
        say("Your taxi is here.", false);
        assertThat(spoken()).isEqualTo("0 Your taxi is here.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(rules()).containsExactly("VIP-T04", "VIP-T10");
        assertThat(last(call.record.history().entries()))
                .extracting(History.Entry::role, History.Entry::text, History.Entry::interrupted)
                .containsExactly(History.Role.ASSISTANT, "Your taxi is here.", false);
    }

    @Test
    void shouldAskTheDialogueToGoOnWhenItHasMoreAndTheFloorIsFree() {
        givenSpeaking(1_000);
        engines.llm.asked.clear();
        engines.llm.events.hasMore();
        engines.llm.events.hasMore();
        rig.poll();
        assertThat(engines.llm.asked).isEmpty();
        call.hear(quiet, 1_100);
        assertThat(engines.llm.asked).containsExactly("spoken", "respond TEXT ");
        engines.llm.say("By the way.");
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("By the way.");
        assertThat(engines.llm.asked).containsOnlyOnce("respond TEXT ");
    }

    @Test
    void shouldLetTheCallerSpeakWhenTheDialogueHasMore() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        engines.llm.asked.clear();
        engines.llm.events.hasMore();
        rig.poll();
        call.hear(quiet, 900);
        assertThat(engines.llm.asked).isEmpty();
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("respond SPEECH opening hours");
    }

    @Test
    void shouldWaitForTheEndOfTheAgentsSpeech() {
        givenSpeaking(1_000);
        say("First.", false);
        say("Second.", false);
        assertThat(spoken()).contains("We are open");
        call.hear(quiet, 1_100);
        assertThat(spoken()).isEqualTo("0 First.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(spoken()).isEqualTo("0 Second.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(rules()).containsExactly("VIP-T10", "VIP-T04", "VIP-T10", "VIP-T04", "VIP-T10");
        assertThat(call.record.history().entries()).noneMatch(History.Entry::interrupted);
    }

    @Test
    void shouldWaitForTheCallerAndTheAnswer() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        say("Your taxi is here.", false);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        call.hear(quiet, 200);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say("From nine.");
        speakClause(0, 400, null);
        assertThat(spoken()).isEqualTo("0 From nine.");
        call.hear(quiet, 500);
        assertThat(spoken()).isEqualTo("0 Your taxi is here.");
    }

    @Test
    @Tag("VIP-06")
    void shouldInterruptTheAgentWhenAskedTo() {
        givenSpeaking(4_000);
        call.hear(quiet, 1_000);
        long agent = engines.voice.token;
        say("Fire alarm, please leave.", true);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(call.admission.fence().isDead(agent)).isTrue();
        assertThat(spoken()).isEqualTo("0 Fire alarm, please leave.");
        Interruption how = call.record.turns().entries().get(2).interruption();
        assertThat(how.type()).isEqualTo(InterruptionType.POLICY_YIELD);
        assertThat(how.source()).isEqualTo(InterruptionSource.COMMAND);
        assertThat(how.reasonCode()).isEqualTo("say");
        History.Entry cut = last(call.record.history().entries());
        assertThat(cut.interrupted()).isTrue();
        assertThat(cut.text()).isIn("We are", "We are open");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(rules()).endsWith("VIP-T04", "VIP-T10");
    }

    @Test
    @Tag("VIP-T06")
    void shouldTakeTheFloorFromTheCallerWhenAskedTo() {
        givenIdleAfterGreeting();
        call.hear(talking, 500);
        long user = engines.stt.token;
        say("Fire alarm, please leave.", true);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T06");
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        assertThat(spoken()).isEqualTo("0 Fire alarm, please leave.");
        engines.stt.events.finalTranscript(user, "never mind");
        rig.poll();
        assertThat(engines.llm.asked).noneMatch(asked -> asked.contains("never mind"));
    }

    @Test
    @Tag("VIP-T15")
    void shouldTakeTheFloorFromAThinkingAgentWhenAskedTo() {
        givenThinking();
        long request = engines.llm.token;
        say("Fire alarm, please leave.", true);
        assertThat(rules()).containsExactly("VIP-T15");
        assertThat(call.admission.fence().isDead(request)).isTrue();
        assertThat(spoken()).isEqualTo("0 Fire alarm, please leave.");
    }

    @Test
    void shouldGoFirstWhenItInterrupts() {
        givenSpeaking(4_000);
        say("Later.", false);
        say("Now.", true);
        assertThat(spoken()).isEqualTo("0 Now.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(spoken()).isEqualTo("0 Later.");
    }

    @Test
    void shouldBeInterruptedLikeAnySpeech() {
        givenIdleAfterGreeting();
        say("Your taxi is here and waits for you.", false);
        speakClause(0, 4_000, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_400);
        assertThat(call.record.statistics().bargeIns()).isEqualTo(1);
    }

    @Test
    void shouldAnswerWhatWasKeptBeforeSayingWhatWasQueued() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.POLICY, 0, 0, io.sidetone.core.turn.PolicyProfiles.of("hands-free"));
        say("Your taxi is here.", false);
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "and on sundays");
        call.hear(quiet, 2_000);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and on sundays");
        engines.llm.say("Closed.");
        speakClause(0, 400, null);
        call.hear(quiet, 500);
        assertThat(spoken()).isEqualTo("0 Your taxi is here.");
    }

    @Test
    void shouldRefuseAnEmptySentenceAndTheSeventeenth() {
        givenSpeaking(1_000);
        say(" ", false);
        for (int i = 1; i <= 17; i++) {
            say("Sentence " + i + ".", false);
        }
        assertThat(call.record.timeline().entries())
                .filteredOn(entry -> entry.kind().equals("warning"))
                .hasSize(2);
        rig.recordFrames = false;
        call.hear(quiet, 1_100);
        for (int i = 1; i <= 16; i++) {
            assertThat(spoken()).isEqualTo("0 Sentence " + i + ".");
            speakClause(0, 200, null);
            call.hear(quiet, 300);
        }
        assertThat(spoken()).isEqualTo("0 Sentence 16.");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldSayNothingMoreWhenTheAgentHasSaidGoodbye() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '0', null);
        engines.llm.events.action(
                engines.llm.token,
                new io.sidetone.core.port.action.ActionCall(
                        "1", io.sidetone.core.port.action.ActionCall.HANG_UP, java.util.Map.of(), true));
        engines.llm.say("Goodbye.");
        speakClause(0, 400, null);
        say("One more thing.", false);
        List<String> before = List.copyOf(engines.voice.asked);
        call.hear(quiet, 1_000);
        assertThat(call.record.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
        assertThat(engines.voice.asked)
                .filteredOn(asked -> asked.contains("One more"))
                .isEmpty();
        assertThat(before).isNotEmpty();
    }
}
