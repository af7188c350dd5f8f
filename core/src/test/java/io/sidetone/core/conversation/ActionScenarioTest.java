package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions from the model's wish to their result: alone, several, beside speech, after it, too late, twice, never. */
class ActionScenarioTest extends CallScenario {
    private final ScriptedActions actions = new ScriptedActions();

    private void givenThinking() {
        givenThinking(actions);
        engines.llm.asked.clear();
        engines.voice.asked.clear();
    }

    private void want(String id) {
        want(id, "book", Map.of());
    }

    private void want(String id, String action, Map<String, Object> parameters) {
        engines.llm.events.action(engines.llm.token, new ActionCall(id, action, parameters, false));
        rig.poll();
    }

    private void speaking() {
        engines.llm.events.text(engines.llm.token, "Let me see. ");
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    @Test
    @Tag("VIP-T08")
    @Tag("VIP-T13")
    void shouldLeaveActionWhenTheLastOfSeveralHasAnsweredAndTellEach() {
        givenThinking();
        want("1");
        want("2");
        want("3");
        actions.ok("2");
        actions.fail("1", ActionResult.ELEMENT_NOT_FOUND);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        actions.ok("3");
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13");
        assertThat(engines.llm.asked).containsExactly("result ok", "result element_not_found", "result ok");
        engines.llm.say("Two of three.");
        speakClause(0, 200, null);
        rig.advance(300);
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13", "VIP-T07", "VIP-T10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ActionResult.NOT_REGISTERED,
                ActionResult.INVALID_PARAMETERS,
                ActionResult.ELEMENT_NOT_FOUND,
                ActionResult.CANCELLED,
                ActionResult.FAILED
            })
    @Tag("VIP-09")
    @Tag("VIP-T13")
    void shouldTellTheModelWhenAnActionFailsAndLetItSaySo(String code) {
        givenThinking();
        want("1");
        actions.fail("1", code);
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("result " + code);
        assertThat(engines.llm.lastResult.values()).containsEntry(ActionResult.MESSAGE, "because");
        engines.llm.say("Sorry, no.");
        speakClause(0, 200, null);
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13", "VIP-T07");
    }

    @Test
    @Tag("VIP-T14")
    void shouldEndTheTurnSilentlyWhenNoFollowUpIsWanted() {
        givenThinking();
        actions.terms = ScriptedActions.withoutFollowUp();
        long asked = engines.llm.token;
        want("1");
        want("2");
        actions.ok("1");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        actions.ok("2");
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T14");
        assertThat(engines.llm.asked).containsExactly("result ok", "result ok");
        engines.llm.events.text(asked, "unwanted");
        engines.llm.events.done(asked, null);
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("cancel");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-T13")
    void shouldGoOnWhenAnActionWithoutFollowUpFails() {
        givenThinking();
        actions.terms = ScriptedActions.withoutFollowUp();
        want("1");
        actions.fail("1", ActionResult.FAILED);
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-T13")
    void shouldTimeOutAtTheDeadlineOfTheActionAndCountTheLateAnswer() {
        givenThinking();
        actions.terms = ScriptedActions.deadline(2_000);
        want("1");
        call.hear(quiet, 1_960);
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        call.hear(quiet, 60);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.llm.asked).containsExactly("result timeout");
        assertThat(actions.asked).containsExactly("invoke book 1", "cancel 1");
        actions.ok("1");
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("result timeout");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    @Tag("VIP-09")
    void shouldCountTheSecondAnswerWhenAnActionAnswersTwice() {
        givenThinking();
        want("1");
        actions.ok("1");
        actions.fail("1", ActionResult.FAILED);
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("result ok");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    @Tag("VIP-09")
    void shouldFailTheActionWhenItsAnswerIsNoneOrAnothers() {
        givenThinking();
        want("1");
        want("2");
        actions.invoked.get("1").accept(null);
        actions.invoked.get("2").accept(ActionResult.ok("7", null));
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("result failed", "result failed");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    void shouldCountTheAnswerWhenTheCallHasEnded() {
        givenThinking();
        want("1");
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(actions.asked).endsWith("cancel 1");
        long before =
                rig.metrics().value(LaneCounter.STALE_DROPPED) + rig.metrics().value(LaneCounter.STRAY_EVENTS);
        actions.ok("1");
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)
                        + rig.metrics().value(LaneCounter.STRAY_EVENTS))
                .isEqualTo(before + 1);
        assertThat(engines.llm.asked).doesNotContain("result ok");
    }

    @Test
    void shouldRunBesideSpeechAndCompleteTheTurnOnceAfterTheContinuation() {
        givenThinking();
        speaking();
        want("1");
        engines.llm.events.done(engines.llm.token, null);
        rig.advance(800);
        assertThat(call.state()).as("played, but the action still runs").isEqualTo(FloorState.SPEAKING);
        actions.ok("1");
        rig.poll();
        engines.llm.say("It is done.");
        speakClause(1, 200, null);
        rig.advance(400);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10");
        assertThat(engines.llm.asked).containsExactly("result ok", "spoken");
        assertThat(call.record.history().entries().get(1).text()).isEqualTo("Let me see. It is done.");
    }

    @Test
    void shouldStartTheActionWithTheFirstAudioOfTheWordsBeforeIt() {
        givenThinking();
        engines.llm.events.text(engines.llm.token, "One moment");
        want("1");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(actions.asked).isEmpty();
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(actions.asked).containsExactly("invoke book 1");
        assertThat(rules()).containsExactly("VIP-T07");
    }

    @Test
    @Tag("VIP-T08")
    void shouldNotWaitForWordsThatCannotBeHeard() {
        givenThinking();
        engines.llm.events.text(engines.llm.token, "One moment");
        want("1");
        engines.voice.events.failed(engines.voice.token, 0, new EngineFailure("broken", "no voice", true));
        rig.advance(20);
        assertThat(rules()).containsExactly("VIP-T08");
        actions.ok("1");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    @Tag("VIP-T08")
    void shouldNotWaitLongForWordsBeforeAnAction() {
        givenThinking();
        engines.llm.events.text(engines.llm.token, "One moment");
        want("1");
        call.hear(quiet, Actions.PREAMBLE_LIMIT_MS - 40);
        assertThat(actions.asked).isEmpty();
        call.hear(quiet, 80);
        assertThat(actions.asked).containsExactly("invoke book 1");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
    }

    @Test
    void shouldTryToStopTheActionWhenTheCallerInterruptsAndTellWhatItBrought() {
        givenThinking();
        speaking();
        want("1");
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        assertThat(rules()).contains("VIP-T11", "VIP-T12");
        assertThat(actions.asked).containsExactly("invoke book 1", "cancel 1");
        actions.ok("1");
        rig.poll();
        assertThat(engines.llm.asked).endsWith("result ok");
        assertThat(call.state()).as("the next turn goes on").isEqualTo(FloorState.THINKING);
    }

    @Test
    void shouldNeverStartWhatTheCallerInterruptedBefore() {
        givenThinking();
        engines.llm.events.text(engines.llm.token, "One moment");
        want("1");
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        assertThat(engines.llm.asked).contains("result cancelled");
        rig.advance(2_000);
        assertThat(actions.asked).isEmpty();
    }

    @Test
    @Tag("VIP-T17")
    void shouldCancelTheActionWhenTheResponseFails() {
        givenThinking();
        want("1");
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "gone", false));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T17");
        assertThat(actions.asked).containsExactly("invoke book 1", "cancel 1");
    }

    @Test
    void shouldRunWhenPlaybackHasEndedWhatWaitsForIt() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        want("1");
        assertThat(actions.asked).containsExactly("check book 1");
        assertThat(engines.llm.lastResult.values()).containsEntry("scheduled", "after speech");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say("Goodbye then.");
        speakClause(0, 400, null);
        rig.advance(300);
        assertThat(actions.asked).hasSize(1);
        rig.advance(300);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(actions.asked).containsExactly("check book 1", "invoke book 1");
        actions.ok("1");
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10");
        assertThat(engines.llm.asked).containsExactly("result ok", "spoken", "result ok");
    }

    @Test
    @Tag("VIP-09")
    void shouldSayByAnAnnouncementThatAnActionAfterSpeechFailed() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        want("1");
        engines.llm.say("Goodbye then.");
        speakClause(0, 200, null);
        rig.advance(300);
        actions.fail("1", ActionResult.FAILED);
        rig.poll();
        assertThat(engines.llm.asked).endsWith("late failed");
        engines.llm.say("It did not work.");
        speakClause(0, 200, null);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10", "VIP-T04");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-10")
    void shouldTellAtOnceWhenWhatShouldRunAfterSpeechIsInvalid() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        actions.checksPass = false;
        want("1");
        actions.checked.get("1").accept(ActionResult.failure("1", ActionResult.INVALID_PARAMETERS, "to: is missing"));
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("result invalid_parameters");
        engines.llm.say("Whom shall I connect you with?");
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(actions.asked).containsExactly("check book 1");
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10");
    }

    @Test
    void shouldDropWhatWaitsForTheEndOfSpeechWhenTheCallerInterrupts() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        want("1");
        engines.llm.say("Goodbye then.");
        speakClause(0, 2_000, null);
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        assertThat(engines.llm.asked).contains("cancelled ''", "result cancelled");
        call.hear(quiet, 3_000);
        assertThat(actions.asked).containsExactly("check book 1");
    }

    @Test
    void shouldRunAtOnceWhatWaitsForSpeechWhenNothingIsSaid() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        want("1");
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T15");
        assertThat(actions.asked).containsExactly("check book 1", "invoke book 1");
        assertThat(engines.voice.asked).isEmpty();
    }

    @Test
    void shouldTransferWhenPlaybackHasEndedAndTellOnlyTheFailure() {
        givenThinking();
        actions.terms = ScriptedActions.afterSpeech();
        want("1", ActionCall.TRANSFER, Map.of("to", "sip:desk@example.com"));
        engines.llm.say("I connect you.");
        speakClause(0, 200, null);
        rig.advance(300);
        assertThat(call.signalling).containsExactly("answer");
        actions.ok("1");
        rig.poll();
        assertThat(call.signalling).containsExactly("answer", "transfer sip:desk@example.com");
        call.progress(0, 202, false);
        call.progress(0, 486, true);
        assertThat(engines.llm.asked).endsWith("late failed");
        assertThat(engines.llm.lastResult.values()).containsEntry("status", "486");
    }

    @Test
    @Tag("VIP-T08")
    @Tag("VIP-T13")
    void shouldSendDigitsWhenTheRegistryLetsThemPass() {
        givenThinking();
        want("1", ActionCall.SEND_DIGITS, Map.of("digits", "42#"));
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        assertThat(call.requests).isEmpty();
        actions.ok("1");
        rig.poll();
        assertThat(call.requests.get(0).argument()).isEqualTo("42#");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        call.progress(0, 200, true);
        assertThat(engines.llm.asked).containsExactly("result ok");
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-10")
    void shouldAskNothingOfTheTelephoneWhenTheRegistryRefuses() {
        givenThinking();
        want("1", ActionCall.SEND_DIGITS, Map.of("digits", "x"));
        actions.fail("1", ActionResult.INVALID_PARAMETERS);
        rig.poll();
        assertThat(call.requests).isEmpty();
        assertThat(engines.llm.asked).containsExactly("result invalid_parameters");
    }

    @Test
    void shouldSendNoDigitsWhenTheTurnWasInterruptedMeanwhile() {
        givenThinking();
        speaking();
        want("1", ActionCall.SEND_DIGITS, Map.of("digits", "1"));
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        actions.ok("1");
        rig.poll();
        assertThat(call.requests).isEmpty();
        assertThat(engines.llm.asked).endsWith("result cancelled");
    }

    @Test
    void shouldPauseTheRecordingAndGoOnWithIt() {
        givenThinking();
        want("1", ActionCall.PAUSE_RECORDING, Map.of());
        assertThat(call.record.unrecorded()).isFalse();
        actions.ok("1");
        rig.poll();
        assertThat(call.record.unrecorded()).isTrue();
        assertThat(engines.llm.asked).containsExactly("result ok");
        want("2", ActionCall.RESUME_RECORDING, Map.of());
        actions.ok("2");
        rig.poll();
        assertThat(call.record.unrecorded()).isFalse();
        assertThat(call.requests).isEmpty();
    }

    @Test
    void shouldPauseNoRecordingWhenTheRegistryRefuses() {
        givenThinking();
        want("1", ActionCall.PAUSE_RECORDING, Map.of());
        actions.fail("1", ActionResult.NOT_REGISTERED);
        rig.poll();
        assertThat(call.record.unrecorded()).isFalse();
    }

    @Test
    void shouldHoldAndResumeTheCall() {
        givenThinking();
        want("1", ActionCall.HOLD, Map.of("on", true));
        actions.ok("1");
        rig.poll();
        call.progress(0, 200, true);
        assertThat(call.record.held()).isTrue();
        assertThat(engines.llm.asked).containsExactly("result ok");
        want("2", ActionCall.HOLD, Map.of("on", false));
        actions.ok("2");
        rig.poll();
        call.progress(1, 200, true);
        assertThat(call.record.held()).isFalse();
    }

    @Test
    @Tag("VIP-T22")
    void shouldLeaveActionAloneWhenTheCallerSpeaks() {
        givenThinking();
        want("1");
        call.hear(talking, 800);
        call.hear(quiet, 200);
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        assertThat(actions.asked).containsExactly("invoke book 1");
    }

    @Test
    void shouldRefuseTheSameInvocationTwiceAndMoreActionsThanThereIsRoomFor() {
        givenThinking();
        want("0");
        want("0");
        assertThat(actions.asked).containsExactly("invoke book 0");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
        for (int i = 1; i < Actions.MOST + 3; i++) {
            want("" + i);
        }
        assertThat(actions.invoked).hasSize(Actions.MOST);
        assertThat(engines.llm.asked).containsOnly("result failed").hasSize(3);
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
    }

    @Test
    @Tag("VIP-09")
    void shouldRefuseEverythingWhenNoActionIsRegistered() {
        givenThinking();
        Consumer<ActionResult> noted = result -> actions.asked.add(result.code() + ": " + result.values());
        CallContext nobody = null;
        ActionInvoker.none().invoke(nobody, new ActionCall("1", "book", null, false), noted);
        ActionInvoker.none().check(nobody, new ActionCall("1", "book", null, true), noted);
        assertThat(actions.asked)
                .isEqualTo(List.of(
                        "not_registered: {message=no action is registered, so 'book' is not}",
                        "not_registered: {message=no action is registered, so 'book' is not}"));
    }

    @Test
    void shouldGiveTheNarratedStateOfAResultToTheModel() {
        givenThinking();
        want("1");
        actions.invoked
                .get("1")
                .accept(ActionResult.ok("1", Map.of(ActionResult.NARRATED_STATE, "the form shows Monday")));
        rig.poll();
        assertThat(engines.llm.lastResult.values()).containsEntry(ActionResult.NARRATED_STATE, "the form shows Monday");
    }

    private void says(String words) {
        actions.contexts.get("1").progress().says("1", words);
        rig.poll();
    }

    @Test
    void shouldSpeakWhatAnActionSaysWhileItRunsAndThenTheAnswer() {
        givenThinking();
        want("1");
        says("I am looking into the calendar.");
        assertThat(engines.voice.asked).containsExactly("0 I am looking into the calendar.");
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        says("Still looking.");
        rig.advance(600);
        says("Nearly there.");
        speakClause(1, 200, null);
        rig.advance(400);
        actions.ok("1");
        rig.poll();
        engines.llm.say("It is booked.");
        speakClause(2, 200, null);
        rig.advance(400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(last(call.record.history().entries()).text())
                .isEqualTo("I am looking into the calendar. Nearly there. It is booked.");
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13", "VIP-T07", "VIP-T10");
    }

    @Test
    void shouldGoOnWithTheAnswerWhenItComesBeforeTheWordsSound() {
        givenThinking();
        want("1");
        says("One moment.");
        actions.ok("1");
        rig.poll();
        engines.llm.say("It is booked.");
        speakClause(0, 200, null);
        speakClause(1, 200, null);
        rig.advance(600);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("One moment. It is booked.");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldDropWhatAnActionSaysWhenItsTurnIsOverOrItIsNotKnown() {
        givenThinking();
        want("1");
        actions.contexts.get("1").progress().says("9", "Who?");
        says(" ");
        actions.ok("1");
        rig.poll();
        says("Too late.");
        assertThat(engines.voice.asked).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(3);
    }

    @Test
    void shouldHearTheCallerWhenHeInterruptsWhatAnActionSays() {
        givenThinking();
        want("1");
        says("I am looking into the calendar of the whole practice, which takes its time.");
        speakClause(0, 4_000, null);
        call.hear(talking, 1_200);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        says("Still looking.");
        assertThat(engines.voice.asked).noneMatch(asked -> asked.contains("Still"));
    }

    @Test
    void shouldWaitForALongActionWhenWhatItSaysCannotBeHeard() {
        givenThinking();
        want("1");
        says("One moment.");
        engines.voice.events.failed(engines.voice.token, 0, ScriptedEngines.GONE);
        rig.advance(10_000);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        actions.ok("1");
        rig.poll();
        engines.llm.say("It is booked.");
        speakClause(1, 200, null);
        rig.advance(400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }
}
