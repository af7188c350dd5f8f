package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** response.cancel in every state: what it takes back, where the floor goes, and that the next turn works. */
class ResponseCancelScenarioTest extends CallScenario {
    private static final String REASON = "client";

    private final ScriptedActions actions = new ScriptedActions();

    private void cancel() {
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, REASON);
    }

    private void givenQuietCall() {
        givenCall(TurnPolicy.DEFAULT, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        rig.moves.clear();
        engines.llm.asked.clear();
    }

    private void givenFinalizing() {
        givenQuietCall();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    private void givenThinking() {
        givenFinalizing();
        engines.stt.events.finalTranscript(engines.stt.token, "book it");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        rig.moves.clear();
    }

    private void givenAction() {
        givenThinking();
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        rig.moves.clear();
    }

    /** The caller asks something and is answered, as if nothing had been cancelled. */
    private void nextTurnWorks() {
        rig.moves.clear();
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "and now");
        rig.poll();
        engines.llm.say("At your service.");
        speakClause(0, 200, null);
        rig.advance(300);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T10");
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    @Tag("VIP-T06")
    void shouldDropWhatTheCallerSaysWhenCancelledInListening() {
        givenQuietCall();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        long dropped = engines.stt.token;
        cancel();
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T06");
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        engines.stt.events.finalTranscript(dropped, "not wanted");
        rig.poll();
        assertThat(engines.llm.asked).isEmpty();
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T06")
    void shouldForgetKeysWhenCancelledInListening() {
        givenQuietCall();
        call.publish(LaneEventType.GRANT_REQUEST, 0, 0, null);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, new ListenHint("", 4, '#'));
        speakClause(0, 200, null);
        rig.advance(300);
        call.publish(LaneEventType.DIGIT, 0, '4', null);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        engines.llm.asked.clear();
        cancel();
        assertThat(rules()).endsWith("VIP-T03", "VIP-T06");
        call.hear(quiet, 5_000);
        assertThat(engines.llm.asked).isEmpty();
        for (char key : "1234".toCharArray()) {
            call.publish(LaneEventType.DIGIT, 0, key, null);
        }
        assertThat(engines.llm.asked).containsExactly("respond DIGITS 1234");
    }

    @Test
    @Tag("VIP-T11")
    @Tag("VIP-T12")
    @Tag("VIP-06")
    void shouldStopSpeakingAndLeaveTheFloorToNobodyWhenCancelledInSpeaking() {
        givenSpeaking(2_800);
        rig.advance(900);
        long cancelled = engines.llm.token;
        rig.sent.clear();
        cancel();
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.admission.fence().isDead(cancelled)).isTrue();
        assertThat(engines.llm.asked).last().asString().startsWith("cancelled 'We are");
        rig.advance(400);
        assertThat(rig.sent).allMatch(frame -> frame.silence() || frame.token() != cancelled);
        assertThat(last(call.record.history().entries()).interrupted()).isTrue();
        assertThat(rig.events.stream().filter(event -> event.type() == TurnEventType.INTERRUPTION))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.turn().interruption().type()).isEqualTo(InterruptionType.MANUAL_STOP);
                    assertThat(event.turn().interruption().reasonCode()).isEqualTo(REASON);
                });
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T12")
    void shouldDropTheProvisionalUtteranceWhenCancelledWhileYielding() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        call.hear(talking, 160);
        call.hear(quiet, 160);
        assertThat(call.record.yielding()).isTrue();
        cancel();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.record.yielding()).isFalse();
        assertThat(engines.stt.asked).last().isEqualTo("cancel");
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T15")
    void shouldDropTheTranscriptThatIsDueWhenCancelledInFinalizing() {
        givenFinalizing();
        rig.moves.clear();
        cancel();
        assertThat(rules()).containsExactly("VIP-T15");
        long stale = rig.metrics().value(LaneCounter.STALE_DROPPED);
        engines.stt.events.finalTranscript(engines.stt.token, "too late");
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(stale + 1);
        assertThat(engines.llm.asked).isEmpty();
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T15")
    void shouldDropTheRequestWhenCancelledInThinking() {
        givenThinking();
        long cancelled = engines.llm.token;
        cancel();
        assertThat(rules()).containsExactly("VIP-T15");
        assertThat(engines.llm.asked).last().isEqualTo("cancelled ''");
        assertThat(call.admission.fence().isDead(cancelled)).isTrue();
        long stale = rig.metrics().value(LaneCounter.STALE_DROPPED);
        engines.llm.events.text(cancelled, "Unwanted.");
        engines.llm.events.done(cancelled, null);
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(stale + 2);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T17")
    void shouldCancelTheActionAndTellWhatItBroughtWhenCancelledInAction() {
        givenAction();
        cancel();
        assertThat(rules()).containsExactly("VIP-T17");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(actions.asked).containsExactly("invoke book 1", "cancel 1");
        actions.ok("1");
        rig.poll();
        assertThat(engines.llm.asked).as("it happened, so the model is told").endsWith("result ok");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T17")
    @Tag("VIP-T22")
    void shouldKeepWhatTheCallerSaidMeanwhileWhenCancelledInAction() {
        givenAction();
        call.publish(LaneEventType.DIGIT, 0, '7', null);
        cancel();
        rig.advance(40);
        assertThat(rules()).containsExactly("VIP-T17", "VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 7");
    }

    @Test
    @Tag("VIP-T21")
    void shouldAcceptItWithoutATransitionWhenNobodyHasTheFloor() {
        givenQuietCall();
        cancel();
        cancel();
        assertThat(rig.moves).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
        nextTurnWorks();
    }

    @Test
    @Tag("VIP-T21")
    @Tag("VIP-06")
    void shouldTakeBackAnAnnouncementThatNobodyHeardYet() {
        givenAnsweredCall();
        long greeting = engines.llm.token;
        cancel();
        assertThat(engines.llm.asked).containsExactly("announce GREETING", "cancelled ''");
        engines.llm.events.text(greeting, "Hello.");
        rig.poll();
        assertThat(engines.voice.asked).doesNotContain("0 Hello.");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-T21")
    void shouldStillHangUpWhenCancelledAfterTheGoodbyeWasHeard() {
        givenThinking();
        engines.llm.events.action(engines.llm.token, new ActionCall("1", ActionCall.HANG_UP, Map.of(), true));
        engines.llm.say("Goodbye.");
        speakClause(0, 200, null);
        rig.advance(260);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        cancel();
        rig.advance(400);
        assertThat(call.record.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
    }

    @Test
    @Tag("VIP-T21")
    void shouldAcceptItWhileTheCallIsBeingSetUpAndAfterItsEnd() {
        engines.readyAtOnce = false;
        givenCall();
        cancel();
        assertThat(call.state()).isEqualTo(FloorState.CONNECTING);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        cancel();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isZero();
        engines.stt.events.closed();
        engines.llm.events.closed();
        engines.voice.events.closed();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
        cancel();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isZero();
    }
}
