package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers that are begun before the caller's turn is over; each call replays to the same outputs. */
class PreemptionScenarioTest extends PreemptionScenario {
    // ---- adopted ----------------------------------------------------------------------------------------------------

    @Test
    void shouldHoldTheAnswerUntilTheTurnIsOverAndGiveItThen() {
        givenAsked("opening hours please");
        assertThat(engines.llm.history.entries())
                .last()
                .extracting(e -> e.text())
                .isEqualTo("opening hours please");
        long ahead = engines.llm.token;
        engines.llm.say("We are open from nine. Until five.");
        rig.poll();
        assertThat(engines.voice.asked).as("asked of the voice").containsExactly("0 We are open from nine.");
        assertThat(userTexts()).as("what is history").isEmpty();
        assertThat(rig.sent).allMatch(frame -> frame.silence());

        endsTurn("Opening hours, please.");
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please", "adopted");
        assertThat(engines.llm.unwanted).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(userTexts()).containsExactly("Opening hours, please.");
        assertThat(engines.voice.asked).containsExactly("0 We are open from nine.", "1 Until five.");
        assertThat(engines.voice.token).isEqualTo(ahead);
        speakClause(0, 400, null);
        speakClause(1, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.llm.asked).last().isEqualTo("spoken");
        assertThat(last(call.record.history().entries()).text()).isEqualTo("We are open from nine. Until five.");

        CallStatistics told = call.record.statistics();
        assertThat(told.preemptiveStarted()).isEqualTo(1);
        assertThat(told.preemptiveAdopted()).isEqualTo(1);
        assertThat(told.preemptiveSavedMs()).isBetween(300L, 1_000L);
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_ADOPTED)).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_DISCARDED)).isZero();
        assertThat(rig.metrics().preemptiveSaved.total().getTotalCount()).isEqualTo(1);
    }

    @Test
    void shouldGiveTheRestOfAnAdoptedAnswerAsItComes() {
        givenAsked("opening hours please");
        text("We are ");
        endsTurn("opening hours please");
        assertThat(engines.voice.asked).isEmpty();
        text("open from nine. ");
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("0 We are open from nine.");
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isZero();
    }

    @Test
    void shouldBeginAtOnceWhereTheRecognizerTakesTheWordsForTheWhole() {
        given(AHEAD, actions);
        call.hear(talking, 400);
        engines.stt.events.judged(engines.stt.token, "opening hours", SentenceEnd.COMPLETE);
        call.hear(quiet, 40);
        assertThat(engines.llm.asked).containsExactly("prepare opening hours");
        endsTurn("opening hours");
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
    }

    @Test
    void shouldBeginWhenTheRecognizerHasHeardAllThatWasSaid() {
        given(AHEAD, actions);
        call.hear(talking, 400);
        partial("opening hours");
        covers(100);
        call.hear(quiet, 180);
        assertThat(engines.llm.asked).as("a word may be missing").isEmpty();
        partial("opening hours please");
        assertThat(engines.llm.asked).as("as long as it does not say more").isEmpty();
        engines.stt.events.covers(engines.stt.token + 16, 20);
        rig.poll();
        assertThat(engines.llm.asked).as("of another utterance").isEmpty();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
        covers(170);
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please");
        endsTurn("opening hours please");
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
    }

    private void covers(int behindMs) {
        engines.stt.events.covers(engines.stt.token, behindMs);
        rig.poll();
    }

    @Test
    void shouldBeginAtOnceWhereTheFinalTranscriptComesBeforeTheEndOfTheTurn() {
        given(AHEAD, actions);
        call.hear(talking, 400);
        finalTranscript("opening hours");
        call.hear(quiet, 40);
        assertThat(engines.llm.asked).containsExactly("prepare opening hours");
        call.hear(quiet, 300);
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
    }

    @Test
    void shouldStillBeginWhileTheFinalTranscriptIsDue() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_AFTER, 500), actions);
        call.hear(talking, 400);
        call.hear(quiet, 600);
        partial("opening hours");
        call.hear(quiet, 600);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(engines.llm.asked).containsExactly("prepare opening hours");
        finalTranscript("opening hours");
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
    }

    @Test
    void shouldBeInterruptedLikeAnyTurn() {
        givenAsked("opening hours please");
        long ahead = engines.llm.token;
        engines.llm.say("We are open from nine.");
        endsTurn("opening hours please");
        speakClause(0, 2_000, null);
        call.hear(quiet, 300);
        call.hear(talking, 800);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(dead(ahead)).isTrue();
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }

    @Test
    void shouldTryAgainLikeAnyTurnWhenAnAdoptedRequestIsRateLimited() {
        givenAsked("opening hours please");
        endsTurn("opening hours please");
        engines.llm.events.failed(engines.llm.token, LIMITED);
        call.hear(quiet, 700);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours please");
    }

    // ---- given up ---------------------------------------------------------------------------------------------------

    @Test
    void shouldAskAgainWhenTheCallerSaidSomethingElse() {
        givenAsked("opening hours please");
        long ahead = engines.llm.token;
        text("We are open");
        endsTurn("opening hours in March please");
        assertThat(engines.llm.asked)
                .containsExactly(
                        "prepare opening hours please", "discarded", "respond SPEECH opening hours in March please");
        assertThat(engines.llm.token).isGreaterThan(ahead);
        assertThat(dead(ahead)).as("fenced").isTrue();
        assertThat(dead(engines.llm.token)).isFalse();
        assertThat(engines.voice.asked).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_DISCARDED)).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_WASTED)).isEqualTo("We are open".length());

        engines.llm.events.text(ahead, " from nine.");
        engines.llm.events.action(ahead, new ActionCall("a1", "book", Map.of(), false));
        engines.llm.events.done(ahead, null);
        engines.llm.events.failed(ahead, LIMITED);
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED))
                .as("late pieces, counted")
                .isEqualTo(4);
        assertThat(actions.invoked).isEmpty();
        engines.llm.say("From ten.");
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("0 From ten.");
    }

    @Test
    void shouldAskForTheNewWordsWhenTheyChangeInThePause() {
        givenAsked("opening hours please");
        long first = engines.llm.token;
        partial("opening hours please tomorrow");
        call.hear(quiet, 20);
        assertThat(engines.llm.asked).endsWith("discarded", "prepare opening hours please tomorrow");
        long second = engines.llm.token;
        endsTurn("Opening hours, please, tomorrow.");
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
        assertThat(dead(first)).isTrue();
        assertThat(dead(second)).isFalse();
    }

    @Test
    void shouldStopItWhenTheCallerGoesOn() {
        givenAsked("opening hours please");
        long ahead = engines.llm.token;
        call.hear(talking, 300);
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        assertThat(dead(engines.stt.token)).as("the utterance goes on").isFalse();
        engines.llm.events.text(ahead, "We are");
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
        endsTurn("opening hours please and the prices");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours please and the prices");
        assertThat(dead(ahead)).isTrue();
    }

    @Test
    void shouldDoubtWordsAfterWhichTheCallerWentOn() {
        givenAsked("opening hours please");
        call.hear(talking, 300);
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        call.hear(quiet, 300);
        covers(200);
        assertThat(engines.llm.asked).as("a pause").last().isEqualTo("discarded");
        partial("opening hours please and the prices");
        covers(200);
        assertThat(engines.llm.asked)
                .as("other words")
                .containsExactly(
                        "prepare opening hours please", "discarded", "prepare opening hours please and the prices");
    }

    @Test
    void shouldAskAgainWhenNothingMoreWasUnderstood() {
        givenAsked("opening hours please");
        call.hear(talking, 300);
        call.hear(quiet, 660);
        assertThat(engines.llm.asked)
                .containsExactly("prepare opening hours please", "discarded", "prepare opening hours please");
    }

    @Test
    void shouldBearASoundThatIsNoSpeech() {
        givenAsked("opening hours please");
        call.hear(talking, 60);
        endsTurn("opening hours please");
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please", "adopted");
    }

    @Test
    void shouldDropItWhenTheCallerGoesOnWhileTheTranscriptIsDue() {
        givenAsked("opening hours please");
        call.hear(quiet, 700);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        long before = engines.stt.token;
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        engines.stt.events.finalTranscript(before, "opening hours please");
        rig.poll();
        partial("in March");
        call.hear(quiet, 300);
        assertThat(engines.llm.asked).last().isEqualTo("prepare opening hours please in March");
        endsTurn("in March");
        assertThat(engines.llm.asked).last().isEqualTo("adopted");
        assertThat(userTexts()).containsExactly("opening hours please in March");
    }

    @Test
    void shouldFallBackSilentlyWhenItFails() {
        givenAsked("opening hours please");
        engines.llm.events.failed(engines.llm.token, LIMITED);
        call.hear(quiet, 200);
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_FAILED)).isEqualTo(1);
        endsTurn("opening hours please");
        assertThat(engines.llm.asked)
                .containsExactly("prepare opening hours please", "discarded", "respond SPEECH opening hours please");
        assertThat(engines.voice.asked).as("nobody says a word about it").isEmpty();
        engines.llm.say("From nine.");
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("0 From nine.");
    }

    @Test
    void shouldAskNoMoreOftenThanAnUtteranceMayCost() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_STARTS, 2).with(PolicyNumber.END_SILENCE_LATER, 0), actions);
        for (String words : List.of("yes please", "okay yes please", "oh okay yes please", "well okay yes please")) {
            says(words);
        }
        assertThat(engines.llm.asked)
                .containsExactly("prepare yes please", "discarded", "prepare okay yes please", "discarded");
        endsTurn("well okay yes please");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH well okay yes please");
        assertThat(call.record.statistics().preemptiveStarted()).isEqualTo(2);
    }

    @Test
    void shouldGiveUpAnAnswerWithoutEnd() {
        givenAsked("opening hours please");
        for (int i = 0; i <= HeldAnswer.MOST_PIECES; i++) {
            engines.llm.events.text(engines.llm.token, "x");
            if (i % 64 == 0) {
                rig.poll();
            }
        }
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        text("y".repeat(HeldAnswer.MOST_CHARS));
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isPositive();
        endsTurn("opening hours please");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours please");
    }

    @Test
    void shouldDropItWhenKeysArePressed() {
        givenAsked("opening hours please");
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please", "discarded", "respond DIGITS 1");
    }

    @Test
    void shouldDropItWhenTheCallerTypesOrIsHeld() {
        givenAsked("opening hours please");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "prices");
        rig.poll();
        assertThat(engines.llm.asked)
                .containsExactly("prepare opening hours please", "discarded", "respond TEXT prices");
    }

    @Test
    void shouldDropItWhenTheCallIsPutOnHold() {
        givenAsked("opening hours please");
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
    }

    @Test
    void shouldCancelItWhenTheCallerHangsUp() {
        givenAsked("opening hours please");
        long ahead = engines.llm.token;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        rig.poll();
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please", "discarded", "close");
        assertThat(dead(ahead)).isTrue();
        assertThat(call.record.history().entries()).noneMatch(entry -> entry.token() == ahead);
    }

    @Test
    void shouldAskTheNextSessionWhenTheModelDies() {
        givenAsked("opening hours please");
        engines.llm.events.failed(Token.NONE, ScriptedEngines.GONE);
        rig.poll();
        call.hear(quiet, 600);
        finalTranscript("opening hours please");
        assertThat(rig.metrics().value(LaneCounter.PREEMPTIVE_DISCARDED)).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isZero();
    }

    @Test
    void shouldDropItWhenWhatTheModelKnowsChanges() {
        givenAsked("opening hours please");
        call.publish(LaneEventType.BRIEFING, 0, 0, new Instructions("Be brief.", List.of()));
        rig.poll();
        assertThat(engines.llm.asked)
                .containsExactly("prepare opening hours please", "discarded", "briefing Be brief.");
        call.hear(quiet, 40);
        assertThat(engines.llm.asked).last().isEqualTo("prepare opening hours please");
        call.publish(LaneEventType.HISTORY, 0, 0, new HistoryEdit(true, History.Role.SYSTEM, -1, "Note."));
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
    }

    // ---- actions ----------------------------------------------------------------------------------------------------

    @Test
    void shouldDoNothingBeforeTheTurnIsOverAndWhatWasWantedThen() {
        givenAsked("book it");
        engines.llm.events.action(engines.llm.token, new ActionCall("a1", "book", Map.of(), false));
        call.hear(quiet, 100);
        assertThat(actions.invoked).isEmpty();
        assertThat(call.record.actions().entries()).isEmpty();
        endsTurn("book it");
        assertThat(actions.invoked).containsKey("a1");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        actions.ok("a1");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("result " + ActionResult.OK);
    }

    @Test
    void shouldNeverDoWhatAnAnswerWantedThatWasGivenUp() {
        givenAsked("book it");
        engines.llm.events.action(engines.llm.token, new ActionCall("a1", "book", Map.of(), false));
        engines.llm.events.action(engines.llm.token, new ActionCall("a2", ActionCall.HANG_UP, Map.of(), false));
        rig.poll();
        endsTurn("book it not");
        engines.llm.say("As you wish.");
        speakClause(0, 200, null);
        call.hear(quiet, 2_000);
        assertThat(actions.invoked).isEmpty();
        assertThat(call.record.endCause()).as("nobody hung up").isNull();
    }

    // ---- not asked --------------------------------------------------------------------------------------------------

    @Test
    void shouldNotAskAheadUnlessThePolicyWantsIt() {
        given(TurnPolicy.DEFAULT.with(PolicyNumber.PREEMPTIVE_AFTER, 0), actions);
        says("opening hours please");
        call.hear(quiet, 200);
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    void shouldNotAskAheadWhenTheWordsGoOn() {
        given(AHEAD, actions);
        says("my name is");
        call.hear(quiet, 200);
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    void shouldNotAskAheadWhenTheCallHasLostItsBudget() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_BUDGET, 1).with(PolicyNumber.END_SILENCE_LATER, 0), actions);
        says("yes please");
        engines.llm.say("Two.");
        says("okay yes please");
        says("oh okay yes please");
        assertThat(engines.llm.asked).containsExactly("prepare yes please", "discarded");
        endsTurn("oh okay yes please");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH oh okay yes please");
    }

    @Test
    void shouldNotAskAheadWhenTheCallHasLostItsCharacters() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_BUDGET_CHARS, 4).with(PolicyNumber.END_SILENCE_LATER, 0), actions);
        says("yes please");
        engines.llm.say("Two.");
        says("okay yes please");
        says("oh okay yes please");
        assertThat(engines.llm.asked).containsExactly("prepare yes please", "discarded");
    }

    @Test
    void shouldNotAskADialogueThatCannotForget() {
        given(AHEAD, actions);
        engines.llm.preemptible = false;
        says("opening hours please");
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    void shouldNotAskForAnAnswerThatIsNotWantedOrHasToWait() {
        given(AHEAD, actions);
        call.publish(LaneEventType.AUTO_RESPONSE, 0, 0, null);
        says("opening hours please");
        assertThat(engines.llm.asked).isEmpty();
    }

    @Test
    void shouldNotAnswerEarlierThanAClientWants() {
        givenAsked("opening hours please");
        call.publish(LaneEventType.GRANT_REQUEST, 0, 0, new TurnHints(true, 500, "r"));
        rig.poll();
        finalTranscript("opening hours please");
        assertThat(engines.llm.asked).containsExactly("prepare opening hours please", "discarded");
        call.hear(quiet, 600);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours please");
    }

    @Test
    void shouldNotAskWhenTheWordsEndTheCallOrNobodyWasWoken() {
        Phrases phrases = new Phrases(List.of("goodbye"), List.of("hello desk"), Phrases.BACKCHANNELS);
        given(AHEAD.withPhrases(phrases), actions);
        says("opening hours please");
        call.hear(quiet, 700);
        finalTranscript("opening hours please");
        assertThat(engines.llm.asked).isEmpty();
        says("hello desk");
        call.hear(quiet, 700);
        finalTranscript("hello desk");
        call.hear(quiet, 200);
        says("goodbye");
        assertThat(engines.llm.asked).isEmpty();
    }
}
