package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An engine dies in a call: the call goes on by hand, and as before when the engine is back. */
@Tag("ITE-CON-002")
class OutageScenarioTest extends CallScenario {
    private static final TurnPolicy PATIENT = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0);

    private void givenPatientCall() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, PATIENT);
        rig.recordFrames = false;
        rig.events.clear();
    }

    private void loseEars() {
        engines.stt.events.failed(Token.NONE, ScriptedEngines.GONE);
        rig.poll();
    }

    private void loseMind() {
        engines.llm.events.failed(Token.NONE, ScriptedEngines.GONE);
        rig.poll();
    }

    private void loseVoice() {
        engines.voice.events.failed(Token.NONE, 0, ScriptedEngines.GONE);
        rig.poll();
    }

    private List<Object> reasons(TurnEventType type) {
        List<Object> reasons = new ArrayList<>();
        for (TurnEvent event : rig.events) {
            if (event.type() == type) {
                reasons.add(event.diagnostics().getOrDefault("reason", ""));
            }
        }
        return reasons;
    }

    /** What is being said is spoken to its end. */
    private void speakAll(int clauses) {
        for (int clause = 0; clause < clauses; clause++) {
            speakClause(clause, 200, null);
        }
        call.hear(quiet, 200L * clauses + 200);
    }

    private void guided(String sentence) {
        call.hear(quiet, 1_020);
        String words = sentence.split("[.,]")[0];
        assertThat(engines.voice.asked).anyMatch(text -> text.contains(words));
        speakAll(2);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    // ---- the recognizer ---------------------------------------------------------------------------------------------

    @Test
    @Tag("ITE-REQ-009")
    void shouldGoOnByHandWhenTheRecognizerDies() {
        givenPatientCall();
        engines.stt.broken = true;
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        loseEars();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.record.recovering()).isTrue();
        assertThat(reasons(TurnEventType.DEGRADED)).containsExactly("recognizer_unreachable");
        guided(SpokenGuidance.ENGLISH.keysOnly());
        rig.moves.clear();
        call.hear(talking, 1_000);
        assertThat(rules()).as("speech begins nothing").isEmpty();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
        engines.llm.say("One.");
        speakAll(1);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "by text");
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT by text");
        engines.llm.say("Text.");
        speakAll(1);
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "An operator says this.");
        rig.advance(20);
        assertThat(engines.voice.asked).last().isEqualTo("0 An operator says this.");
        speakAll(1);
        call.publish(LaneEventType.GRANT_REQUEST, 0, 0, TurnHints.DEFAULT);
        assertThat(engines.llm.asked).last().isEqualTo("respond TEXT ");
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    @Tag("ITE-AC-008")
    void shouldHearAgainWhenTheRecognizerIsBack() {
        givenPatientCall();
        loseEars();
        call.hear(quiet, 480);
        assertThat(engines.stt.opened).isEqualTo(1);
        assertThat(call.record.recovering()).isTrue();
        call.hear(quiet, 40);
        assertThat(engines.stt.opened).isEqualTo(2);
        assertThat(call.record.recovering()).isFalse();
        assertThat(reasons(TurnEventType.RECOVERED)).hasSize(1);
        call.hear(quiet, 1_000);
        assertThat(engines.voice.asked).as("back before it was worth a word").containsExactly("0 Hi.");
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.frames).isPositive();
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "here I am");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH here I am");
        assertThat(rig.metrics().value(LaneCounter.ENGINES_LOST)).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.ENGINES_REOPENED)).isEqualTo(1);
    }

    @Test
    void shouldNotBeginToSpeakWhileTheCallerWhoseWordsAreLostTalksOn() {
        givenPatientCall();
        call.hear(talking, 400);
        loseEars();
        engines.voice.asked.clear();
        call.hear(talking, 1_500);
        assertThat(engines.voice.asked).isEmpty();
    }

    @Test
    void shouldTakeWhatWasUnderstoodOfACallerWhoTalksWhenTheRecognizerFails() {
        givenPatientCall();
        call.hear(talking, 400);
        long token = engines.stt.token;
        engines.stt.events.partial(token, "what are your hours");
        engines.stt.events.failed(token, new EngineFailure(EngineFailure.UNAVAILABLE, "its socket broke", true));
        engines.voice.asked.clear();
        call.hear(talking, 400);
        assertThat(engines.voice.asked).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 2_000);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH what are your hours");
    }

    @Test
    void shouldAskToSayItAgainWhenTheRecognizerIsBackAtOnceButWordsAreLost() {
        givenPatientCall();
        call.hear(talking, 400);
        loseEars();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(quiet, 560);
        guided(SpokenGuidance.ENGLISH.sayAgain());
        assertThat(engines.voice.asked).noneMatch(text -> text.contains("keys of your telephone"));
    }

    @Test
    void shouldSayThatSpeechIsHeardAgainWhenTheCallerHadBeenSentToTheKeys() {
        givenPatientCall();
        engines.stt.broken = true;
        loseEars();
        guided(SpokenGuidance.ENGLISH.keysOnly());
        engines.stt.broken = false;
        call.hear(quiet, 4_000);
        assertThat(call.record.recovering()).isFalse();
        guided(SpokenGuidance.ENGLISH.heardAgain());
    }

    @Test
    void shouldTrySixTimesWithGrowingWaitsAndLetTheCallGoOnWithoutAfterThat() {
        givenPatientCall();
        engines.stt.broken = true;
        loseEars();
        long lostNs = rig.nowNs;
        List<Long> triedMs = new ArrayList<>();
        for (int opened = engines.stt.opened; rig.nowNs - lostNs < 45_000_000_000L; ) {
            call.hear(quiet, 20);
            if (engines.stt.opened > opened) {
                opened = engines.stt.opened;
                triedMs.add((rig.nowNs - lostNs) / 1_000_000);
            }
        }
        assertThat(triedMs).hasSize(6);
        long[] expected = {500, 1_500, 3_500, 7_500, 15_500, 31_500};
        for (int i = 0; i < expected.length; i++) {
            assertThat(triedMs.get(i)).isBetween(expected[i], expected[i] + 200);
        }
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains("recognizer: given up after 6 tries");
        call.publish(LaneEventType.DIGIT, 0, '7', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 7");
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    void shouldCountATryAsFailedWhenTheSessionDoesNotOpenOrCannotBeMade() {
        givenPatientCall();
        engines.readyAtOnce = false;
        loseEars();
        call.hear(quiet, 5_600);
        assertThat(engines.stt.opened).isEqualTo(2);
        assertThat(engines.stt.asked.stream().filter("close"::equals)).hasSize(2);
        call.hear(quiet, 1_100);
        assertThat(engines.stt.opened).isEqualTo(3);
        engines.stt.events.ready();
        rig.poll();
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains("recognizer: open again, try 2");
    }

    @Test
    void shouldIgnoreWhatAnEarlierSessionStillSaysOfItself() {
        givenPatientCall();
        RecognizerEvents earlier = engines.stt.events;
        loseEars();
        call.hear(quiet, 600);
        assertThat(call.record.recovering()).isFalse();
        long stale = rig.metrics().value(LaneCounter.STALE_DROPPED);
        earlier.failed(Token.NONE, ScriptedEngines.GONE);
        earlier.ready();
        earlier.closed();
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(stale + 2);
        assertThat(call.record.recovering()).isFalse();
        assertThat(engines.stt.opened).isEqualTo(2);
    }

    @Test
    void shouldNotWaitAtTheEndForASessionThatClosedByItself() {
        givenPatientCall();
        engines.stt.events.closed();
        rig.poll();
        assertThat(call.record.recovering()).isTrue();
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
        assertThat(engines.stt.asked).as("not closed once more").doesNotContain("close");
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldWaitAtTheEndForEverySessionThatHasNotLetGo() {
        givenPatientCall();
        RecognizerEvents first = engines.stt.events;
        engines.stt.holding = true;
        loseEars();
        call.hear(quiet, 600);
        RecognizerEvents second = engines.stt.events;
        assertThat(second).isNotSameAs(first);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.state()).isEqualTo(FloorState.ENDING);
        second.closed();
        rig.poll();
        assertThat(call.state()).as("the first one still holds something").isEqualTo(FloorState.ENDING);
        first.closed();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
        assertThat(rig.metrics().value(LaneCounter.RELEASE_TIMEOUTS)).isZero();
    }

    @Test
    void shouldNotWaitForATranscriptThatCannotComeAnyMore() {
        givenPatientCall();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        rig.moves.clear();
        loseEars();
        assertThat(rules()).containsExactly("VIP-T15");
        guided(SpokenGuidance.ENGLISH.sayAgain());
    }

    @Test
    void shouldAnswerWhatWasUnderstoodBeforeTheRecognizerDied() {
        givenPatientCall();
        call.hear(talking, 400);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        loseEars();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
    }

    @Test
    void shouldLeaveKeysAloneWhenTheRecognizerDiesMeanwhile() {
        givenPatientCall();
        engines.llm.events.done(engines.llm.token, null);
        call.hear(talking, 400);
        loseEars();
        call.hear(quiet, 600);
        call.publish(LaneEventType.DIGIT, 0, '4', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 4");
    }

    @Test
    @Tag("ITE-AC-003")
    void shouldForgetSpeechThatWasKeptAndCannotBeUnderstoodAnyMore() {
        givenSpeaking(2_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("hands-free").with(PolicyNumber.NO_INPUT, 0));
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        engines.stt.broken = true;
        loseEars();
        rig.moves.clear();
        call.hear(quiet, 1_600);
        assertThat(rules()).containsExactly("VIP-T10");
        guided(SpokenGuidance.ENGLISH.keysOnly());
    }

    @Test
    void shouldLetTheAgentGoOnWhenTheRecognizerDiesInAYield() {
        givenSpeaking(2_800);
        call.hear(talking, 200);
        assertThat(call.record.yielding()).isTrue();
        engines.stt.broken = true;
        loseEars();
        call.hear(quiet, 600);
        assertThat(call.record.yielding()).isFalse();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.sent.clear();
        call.hear(talking, 400);
        assertThat(rig.sent).as("nobody could tell what is said").noneMatch(sent -> sent.silence());
    }

    @Test
    void shouldNotSendACallerAwayForSilenceWhileTheRecognizerIsOpenedAgain() {
        givenIdleAfterGreeting();
        TurnPolicy hasty = TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 2_000).with(PolicyNumber.NO_INPUT_PROMPTS, 1);
        call.publish(LaneEventType.POLICY, 0, 0, hasty);
        engines.stt.broken = true;
        loseEars();
        guided(SpokenGuidance.ENGLISH.keysOnly());
        for (int i = 0; i < 10; i++) {
            call.hear(quiet, 2_100);
            engines.llm.say("Are you still there?");
            speakAll(1);
        }
        assertThat(engines.llm.asked).contains("announce NO_INPUT").doesNotContain("announce GOODBYE");
        assertThat(call.record.endCause()).isNull();
    }

    // ---- the model --------------------------------------------------------------------------------------------------

    private void givenThinking() {
        givenPatientCall();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    @Tag("ITE-REQ-009")
    void shouldSaySoAndHearTheCallerWhoCommitsByKeyWhenTheModelDies() {
        givenThinking();
        engines.llm.broken = true;
        loseMind();
        assertThat(engines.voice.asked).anyMatch(text -> text.contains("having trouble processing"));
        speakAll(2);
        assertThat(reasons(TurnEventType.DEGRADED)).containsExactly("model_unreachable");
        guided(SpokenGuidance.ENGLISH.byHand());
        call.hear(talking, 600);
        call.hear(quiet, 3_000);
        assertThat(call.state()).as("silence asks nobody").isEqualTo(FloorState.LISTENING);
        call.publish(LaneEventType.DIGIT, 0, '#', null);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        engines.stt.events.finalTranscript(engines.stt.token, "once more");
        rig.poll();
        assertThat(call.state()).as("the request failed").isEqualTo(FloorState.IDLE);
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    @Tag("ITE-AC-008")
    void shouldAnswerAgainWhenTheModelIsBack() {
        givenThinking();
        loseMind();
        speakAll(2);
        call.hear(quiet, 600);
        assertThat(engines.llm.opened).isEqualTo(2);
        assertThat(call.record.recovering()).isFalse();
        assertThat(reasons(TurnEventType.RECOVERED)).hasSize(1);
        speakAll(2);
        call.hear(quiet, 1_000);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "and now");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and now");
        assertThat(engines.llm.history.entries())
                .extracting(entry -> entry.text())
                .as("the new session is told what was said before")
                .contains("opening hours please", "and now");
    }

    @Test
    void shouldPlayToTheEndWhatTheModelHadSaidWhenItDies() {
        givenSpeaking(2_000);
        engines.llm.broken = true;
        loseMind();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 2_200);
        assertThat(rules()).startsWith("VIP-T10");
        assertThat(last(call.record.history().entries()).interrupted()).isFalse();
    }

    @Test
    void shouldGreetNobodyAndStillGuideWhenTheModelDiesBeforeTheAnswer() {
        givenCall(PATIENT, ActionInvoker.none());
        engines.llm.broken = true;
        loseMind();
        rig.advance(100);
        assertThat(call.state()).as("nothing is said to nobody").isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        guided(SpokenGuidance.ENGLISH.byHand());
        assertThat(call.record.endCause()).isNull();
    }

    // ---- the voice --------------------------------------------------------------------------------------------------

    @Test
    void shouldPlayWhatIsThereAndAskAgainWhenTheVoiceIsBack() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, PATIENT);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("The first sentence is here. The second is not.");
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        loseVoice();
        assertThat(call.record.recovering()).isTrue();
        call.hear(quiet, 440);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("The first sentence is here.");
        call.hear(quiet, 200);
        assertThat(call.record.recovering()).isFalse();
        guided(SpokenGuidance.ENGLISH.sayAgain());
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    void shouldEndTheCallWhenTheVoiceCannotBeOpenedAgain() {
        givenPatientCall();
        engines.voice.broken = true;
        engines.voice.events.closed();
        rig.poll();
        call.hear(quiet, 3_000);
        assertThat(call.record.endCause()).isNull();
        call.hear(quiet, 1_000);
        assertThat(engines.voice.opened).isEqualTo(4);
        assertThat(call.record.endCause()).isEqualTo(EndCause.ENGINE_FAILED);
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldGiveTheNewVoiceItsCreditWhenATurnGoesOn() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.events.text(engines.llm.token, "The first sentence. ");
        loseVoice();
        call.hear(quiet, 560);
        engines.voice.creditMs = 0;
        engines.voice.asked.clear();
        engines.llm.events.text(engines.llm.token, "The second sentence. ");
        engines.llm.events.done(engines.llm.token, null);
        speakClause(1, 200, null);
        assertThat(engines.voice.asked).containsExactly("1 The second sentence.");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    // ---- the line ---------------------------------------------------------------------------------------------------

    @Test
    void shouldEndTheCallWhenItsLineLetsGo() {
        givenPatientCall();
        call.publish(LaneEventType.RELEASED, 0, 0, "media");
        assertThat(call.record.endCause()).isEqualTo(EndCause.ENGINE_FAILED);
    }

    // ---- beside one another -----------------------------------------------------------------------------------------

    @Test
    @Tag("VAN-10")
    void shouldOpenNoSessionWhenTheCallEndsInTheTickInWhichOneIsDue() {
        givenIdleAfterGreeting();
        TurnPolicy.Bounds bounds = new TurnPolicy.Bounds(1_000, 60_000, 3_600_000, 0, 4_000);
        call.publish(LaneEventType.POLICY, 0, 0, PATIENT.within(bounds));
        call.hear(quiet, 100);
        rig.advance(500);
        loseEars();
        rig.advance(600);
        assertThat(call.record.endCause()).isEqualTo(EndCause.MEDIA_TIMEOUT);
        assertThat(engines.stt.opened).isEqualTo(1);
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }

    @Test
    void shouldNotCountTheFarewellOfALostSessionAsStale() {
        givenPatientCall();
        long before = rig.metrics().value(LaneCounter.STALE_DROPPED);
        loseEars();
        assertThat(engines.stt.asked).last().isEqualTo("close");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(before);
    }

    @Test
    @Tag("ITE-REQ-009")
    void shouldTellOfTheModelWhenTheRecognizerIsBackBeforeIt() {
        givenPatientCall();
        engines.llm.broken = true;
        loseEars();
        loseMind();
        call.hear(quiet, 560);
        assertThat(engines.stt.opened).isEqualTo(2);
        guided(SpokenGuidance.ENGLISH.byHand());
        assertThat(engines.voice.asked).noneMatch(text -> text.contains("keys of your telephone"));
    }

    @Test
    @Tag("ITE-REQ-009")
    void shouldTellOfTheKeysFirstWhenNeitherIsThere() {
        givenPatientCall();
        engines.stt.broken = true;
        engines.llm.broken = true;
        loseEars();
        loseMind();
        guided(SpokenGuidance.ENGLISH.keysOnly());
        assertThat(engines.voice.asked).noneMatch(text -> text.contains("hash key"));
    }

    @Test
    @Tag("VIP-T13")
    void shouldSayAtOnceThatItFailedWhenTheModelThatAskedForAnActionIsGone() {
        ScriptedActions actions = new ScriptedActions();
        givenThinking(actions);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        loseMind();
        call.hear(quiet, 600);
        assertThat(engines.llm.opened).isEqualTo(2);
        engines.llm.asked.clear();
        actions.ok("1");
        rig.poll();
        assertThat(engines.llm.asked).as("another session knows nothing of it").noneMatch(a -> a.startsWith("result"));
        assertThat(engines.voice.asked).last().asString().contains("Could you rephrase?");
    }
}
