package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ends the caller's turn sooner or later; each call replays to the same end. */
class EndOfTurnScenarioTest extends CallScenario {
    private static final TurnPolicy POLICY = TurnPolicy.DEFAULT;

    /** From the last frame of speech to the end of the turn, in ms. */
    private long silenceMs() {
        for (int ms = 20; ms <= 3_000; ms += 20) {
            call.hear(quiet, 20);
            if (call.state() == FloorState.FINALIZING) {
                return ms;
            }
        }
        throw new AssertionError("the turn did not end in 3 s");
    }

    private void partial(String text) {
        engines.stt.events.partial(engines.stt.token, text);
        rig.poll();
    }

    @Test
    void shouldWaitTheUsualSilenceAfterAWord() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        assertThat(silenceMs()).isBetween(POLICY.endSilenceMs() - 20L, POLICY.endSilenceMs() + 100L);
    }

    @Test
    void shouldWaitLongerInMidPhraseWhenTheVoiceStaysUp() {
        givenIdleAfterGreeting();
        call.hear(talking, 2_000);
        long longestMs = POLICY.endSilenceMs() + POLICY.number(PolicyNumber.END_SILENCE_LATER);
        assertThat(silenceMs()).isBetween(longestMs - 100, longestMs + 100);
    }

    @Test
    void shouldWaitLongerWhenTheWordsGoOn() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        partial("my number is");
        long longestMs = POLICY.endSilenceMs() + POLICY.number(PolicyNumber.END_SILENCE_LATER);
        assertThat(silenceMs()).isBetween(longestMs - 20, longestMs + 140);
    }

    @Test
    void shouldWaitLessWhenTheRecognizerEndsTheSentence() {
        givenIdleAfterGreeting();
        call.hear(talking, 2_000);
        partial("What are your opening hours?");
        long shortestMs = POLICY.endSilenceMs() - POLICY.number(PolicyNumber.END_SILENCE_SOONER);
        assertThat(silenceMs()).isBetween(shortestMs - 20, shortestMs + 100);
    }

    private long silenceMsAfter(String question, String said) {
        givenAnsweredCall();
        engines.llm.say(question);
        speakClause(0, 200, null);
        rig.advance(400);
        call.hear(quiet, 600);
        call.hear(talking, 300);
        partial(said);
        return silenceMs();
    }

    @Test
    void shouldWaitLessWhenTheWordsAnswerTheAgentsQuestion() {
        long shortestMs = POLICY.endSilenceMs() - POLICY.number(PolicyNumber.END_SILENCE_SOONER);
        assertThat(silenceMsAfter("Is that right?", "yes")).isBetween(shortestMs - 20, shortestMs + 140);
    }

    @Test
    void shouldWaitTheUsualSilenceOrMoreWhenNothingWasAskedThatTheWordsAnswer() {
        assertThat(silenceMsAfter("You are welcome.", "yes")).isGreaterThan(POLICY.endSilenceMs() - 20L);
    }

    @Test
    void shouldWaitLongerWhenAGreetingIsPunctuatedLikeAWholeAnswer() {
        assertThat(silenceMsAfter("How can I help you?", "Hello.")).isGreaterThan(POLICY.endSilenceMs() + 100L);
    }

    private void judged(String text, SentenceEnd end) {
        engines.stt.events.judged(engines.stt.token, text, end);
        rig.poll();
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE", "CLOSED"})
    void shouldWaitForAStopAloneWhenTheWordsAreASentenceOfTheGrammar(SentenceEnd whole) {
        givenIdleAfterGreeting();
        call.hear(talking, 2_000);
        judged("yes please", whole);
        long stopMs = POLICY.number(PolicyNumber.SPEECH_STOP_DEBOUNCE);
        assertThat(silenceMs()).isBetween(stopMs - 20, stopMs + 140);
    }

    @Test
    void shouldWaitLongerWhenOnlyLongerSentencesOfTheGrammarBeginLikeThat() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        judged("an appointment for", SentenceEnd.GOES_ON);
        long longestMs = POLICY.endSilenceMs() + POLICY.number(PolicyNumber.END_SILENCE_LATER);
        assertThat(silenceMs()).isBetween(longestMs - 20, longestMs + 140);
    }

    @Test
    void shouldForgetTheSentenceWhenTheCallerGoesOn() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        judged("yes", SentenceEnd.WHOLE);
        call.hear(talking, 700);
        assertThat(silenceMs()).isGreaterThan(POLICY.endSilenceMs() - 100L);
    }

    @Test
    void shouldRememberTheSentenceWhenTheRecognizerHasHeardNoMoreWords() {
        givenIdleAfterGreeting();
        call.hear(talking, 1_000);
        partial("What are your opening hours?");
        call.hear(talking, 1_000);
        engines.stt.events.covers(engines.stt.token, 100);
        rig.poll();
        call.hear(quiet, 100);
        engines.stt.events.covers(engines.stt.token, 40);
        rig.poll();
        long shortestMs = POLICY.endSilenceMs() - POLICY.number(PolicyNumber.END_SILENCE_SOONER);
        assertThat(silenceMs()).isLessThan(shortestMs + 20);
    }

    @Test
    void shouldNotBelieveAServiceThatGuessesWhereTheWordsGoOn() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        judged("my number is", SentenceEnd.COMPLETE);
        assertThat(silenceMs()).isGreaterThan(POLICY.endSilenceMs());
    }

    @Test
    void shouldWaitTheSameAlwaysWhenThePolicyLeavesNoRoom() {
        givenIdleAfterGreeting();
        TurnPolicy fixed = POLICY.with(PolicyNumber.END_SILENCE_SOONER, 0).with(PolicyNumber.END_SILENCE_LATER, 0);
        call.publish(LaneEventType.POLICY, 0, 0, fixed);
        call.hear(talking, 2_000);
        partial("my number is");
        assertThat(silenceMs()).isBetween(POLICY.endSilenceMs() - 100L, POLICY.endSilenceMs() + 100L);
    }
}
