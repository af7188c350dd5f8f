package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a service that hears, thinks and speaks in one tells the call for certain, and is told by it. */
class ServiceScenarioTest extends CallScenario {
    private static final TurnPolicy RECOGNIZER = TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER);

    ServiceScenarioTest() {
        engines.stt.givesEvidence = true;
    }

    private void speechStarted() {
        engines.stt.events.speechStarted();
        rig.poll();
    }

    private void policy(TurnPolicy policy) {
        call.publish(LaneEventType.POLICY, 0, 0, policy);
        rig.poll();
    }

    // ---- the caller speaks, for certain -----------------------------------------------------------------------------

    @Test
    @Tag("ITE-AC-001")
    @Tag("ITE-REQ-002")
    void shouldInterruptAtOnceOnTheWordOfTheServiceThatIsListenedTo() {
        givenSpeaking(2_800);
        policy(RECOGNIZER);
        call.hear(quiet, 1_000);
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(rig.events)
                .filteredOn(event -> event.type() == TurnEventType.INTERRUPTION)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.turn().interruption().source()).isEqualTo(InterruptionSource.SERVICE);
                    assertThat(event.turn().interruption().reasonCode()).isEqualTo("speech");
                });
        assertThat(engines.stt.asked).last().as("heard from the pre-roll on").isEqualTo("start");
        assertThat(engines.stt.frames).isPositive();
        assertThat(engines.llm.heardMs).isBetween(800L, 1_000L);
    }

    @Test
    @Tag("ITE-REQ-002")
    void shouldBelieveNoServiceThatIsNotListenedTo() {
        givenSpeaking(2_800);
        call.hear(quiet, 400);
        speechStarted();
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(call.record.yielding()).isFalse();
    }

    @Test
    void shouldKeepWhatIsSaidWhereTheAgentMayNotBeInterrupted() {
        givenSpeaking(1_200);
        policy(RECOGNIZER.withBargeIn(false));
        call.hear(quiet, 200);
        speechStarted();
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(engines.stt.asked)
                .filteredOn("start"::equals)
                .as("kept once")
                .hasSize(2);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "one more thing");
        call.hear(quiet, 1_000);
        assertThat(userTexts()).contains("one more thing");
    }

    @Test
    void shouldOnlyPauseWhereThePolicyWantsWords() {
        givenSpeaking(2_800);
        policy(RECOGNIZER.with(PolicyNumber.MIN_WORDS, 2));
        call.hear(quiet, 200);
        speechStarted();
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(call.record.yielding()).isTrue();
        assertThat(rig.metrics().value(LaneCounter.YIELDS)).isEqualTo(1);
    }

    @Test
    @Tag("ITE-REQ-002")
    void shouldTakeTheFloorAtOnceInEveryStateThatAllowsIt() {
        givenIdleAfterGreeting();
        policy(RECOGNIZER);
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        speechStarted();
        call.hear(quiet, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    void shouldDoNothingWhileTheCallIsHeld() {
        givenIdleAfterGreeting();
        policy(RECOGNIZER);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        speechStarted();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    // ---- whether an answer follows ----------------------------------------------------------------------------------

    @Test
    @Tag("ITE-REQ-010")
    void shouldSayWhetherWhatWasSaidWillBeAnswered() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 1_500);
        assertThat(engines.stt.asked).last().isEqualTo("end");
        assertThat(engines.stt.replyExpected).isTrue();
        engines.stt.events.finalTranscript(engines.stt.token, "");
        rig.poll();
        engines.llm.say("Again?");
        speakClause(0, 200, null);
        call.hear(quiet, 400);
        call.publish(LaneEventType.AUTO_RESPONSE, 0, 0, null);
        call.hear(talking, 400);
        call.hear(quiet, 1_500);
        assertThat(engines.stt.asked).filteredOn("end"::equals).hasSize(2);
        assertThat(engines.stt.replyExpected).isFalse();
    }

    @Test
    @Tag("ITE-REQ-010")
    void shouldSayThatNoAnswerFollowsAtOnceWhereAClientWantsAWait() {
        givenIdleAfterGreeting();
        for (TurnHints hints : List.of(new TurnHints(true, 500, ""), new TurnHints(false, 0, ""))) {
            call.hear(talking, 400);
            call.publish(LaneEventType.GRANT_REQUEST, 0, 0, hints);
            rig.poll();
            assertThat(engines.stt.asked).last().isEqualTo("end");
            assertThat(engines.stt.replyExpected).isFalse();
            call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, null);
            call.hear(quiet, 1_000);
        }
    }
}
