package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.PolicyNumber;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** First clauses that are spoken before the caller's turn is over, and held; each call replays to the same outputs. */
class SpokenAheadScenarioTest extends PreemptionScenario {
    private static final String ANSWER = "We are open from nine. Until five.";
    private static final String FIRST = "0 We are open from nine.";

    /** The answer to what the caller seems to have said is there, and {@code soundMs} of its first clause. */
    private long givenSpoken(int soundMs) {
        givenAsked("opening hours please");
        long ahead = engines.llm.token;
        engines.llm.say(ANSWER);
        speakClause(0, soundMs, null);
        return ahead;
    }

    private PcmChunk sound(int ms) {
        int samples = ms * RATE / 1000;
        short[] pcm = new short[samples];
        voiceNoise.fill(pcm, 0, samples);
        return new PcmChunk(RATE, pcm, 0, samples, null);
    }

    private long counted(LaneCounter counter) {
        return rig.metrics().value(counter);
    }

    private boolean heard() {
        return rig.sent.stream().anyMatch(frame -> !frame.silence());
    }

    @Test
    void shouldPlayTheSoundThatWasHeldWhenTheTurnIsOver() {
        long ahead = givenSpoken(400);
        assertThat(engines.voice.asked).containsExactly(FIRST);
        assertThat(engines.voice.token).isEqualTo(ahead);
        int creditMs = engines.voice.creditMs;
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(heard()).as("anything before the turn is over").isFalse();

        endsTurn("Opening hours, please.");
        assertThat(call.state()).as("at the words themselves").isEqualTo(FloorState.SPEAKING);
        assertThat(engines.voice.creditMs)
                .as("credit for sound that is held already")
                .isEqualTo(creditMs);
        assertThat(engines.voice.asked).containsExactly(FIRST, "1 Until five.");
        speakClause(1, 400, null);
        call.hear(quiet, 1_000);
        assertThat(heard()).isTrue();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(last(call.record.history().entries()).text()).isEqualTo(ANSWER);
        assertThat(counted(LaneCounter.PREEMPTIVE_SPOKEN)).isEqualTo(1);
        assertThat(counted(LaneCounter.PREEMPTIVE_SPOKEN_WASTED)).isZero();
        assertThat(counted(LaneCounter.STALE_DROPPED)).isZero();
    }

    @Test
    void shouldPlayTheRestOfAClauseAsItComesWhenTheTurnEndsInTheMiddleOfIt() {
        givenAsked("opening hours please");
        engines.llm.say(ANSWER);
        rig.poll();
        engines.voice.events.audio(engines.voice.token, 0, sound(200));
        rig.poll();
        endsTurn("opening hours please");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        engines.voice.events.audio(engines.voice.token, 0, sound(200));
        engines.voice.events.done(engines.voice.token, 0);
        rig.poll();
        speakClause(1, 200, null);
        call.hear(quiet, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(last(call.record.history().entries()).text()).isEqualTo(ANSWER);
    }

    @Test
    void shouldAskForTheFirstClauseAsSoonAsItIsComplete() {
        givenAsked("opening hours please");
        text("We are open ");
        assertThat(engines.voice.asked).isEmpty();
        text("from nine. Until ");
        assertThat(engines.voice.asked).containsExactly(FIRST);
        text("five. And ");
        assertThat(engines.voice.asked).as("no second one").hasSize(1);
    }

    @Test
    void shouldTakeTheWholeAnswerForTheClauseWhenNothingEndsIt() {
        givenAsked("opening hours please");
        text("From nine");
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("0 From nine");
        endsTurn("opening hours please");
        assertThat(engines.voice.asked).containsExactly("0 From nine");
    }

    @Test
    void shouldBeginWithAFewWordsWhenTheVoiceGoesOnWhereItStopped() {
        engines.voice.continues = true;
        givenAsked("opening hours please");
        text("We are open from nine ");
        assertThat(engines.voice.asked).containsExactly("0 We are open from nine");
        speakClause(0, 400, null);
        endsTurn("opening hours please");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        text("until five. ");
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(engines.voice.asked).containsExactly("0 We are open from nine", "1 until five.");
        speakClause(1, 200, null);
        call.hear(quiet, 1_000);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("We are open from nine until five.");
    }

    @Test
    void shouldBeginATurnThatWasNotAskedAheadWithAFewWordsToo() {
        engines.voice.continues = true;
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_AFTER, 0), actions);
        says("opening hours please");
        endsTurn("opening hours please");
        text("We are open from ");
        assertThat(engines.voice.asked).containsExactly("0 We are open from");
    }

    @Test
    void shouldDropTheSoundWhenTheCallerGoesOn() {
        long ahead = givenSpoken(400);
        call.hear(talking, 300);
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        assertThat(engines.voice.asked).containsExactly(FIRST, "cancel");
        assertThat(counted(LaneCounter.PREEMPTIVE_SPOKEN_WASTED)).isEqualTo("We are open from nine.".length());
        engines.voice.events.audio(ahead, 0, sound(200));
        engines.voice.events.done(ahead, 0);
        rig.poll();
        assertThat(counted(LaneCounter.STALE_DROPPED)).as("late sound").isEqualTo(2);

        endsTurn("opening hours please and the prices");
        assertThat(dead(ahead)).isTrue();
        engines.llm.say("From ten.");
        speakClause(0, 400, null);
        assertThat(engines.voice.asked).last().isEqualTo("0 From ten.");
        call.hear(quiet, 1_000);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("From ten.");
    }

    @Test
    void shouldSpeakTheNewAnswerWhenTheWordsChangeInThePause() {
        givenSpoken(400);
        partial("opening hours please tomorrow");
        call.hear(quiet, 20);
        engines.llm.say("Closed tomorrow.");
        speakClause(0, 200, null);
        endsTurn("opening hours please tomorrow");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(engines.voice.asked).containsExactly(FIRST, "cancel", "0 Closed tomorrow.");
        call.hear(quiet, 1_000);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("Closed tomorrow.");
    }

    @Test
    void shouldCountLostClausesInTheBudgetOfCharacters() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_BUDGET_CHARS, 8).with(PolicyNumber.END_SILENCE_LATER, 0), actions);
        says("yes please");
        engines.llm.say("Two.");
        rig.poll();
        says("okay yes please");
        says("oh okay yes please");
        assertThat(engines.llm.asked)
                .as("four characters written, four spoken")
                .containsExactly("prepare yes please", "discarded");
    }

    @Test
    void shouldAskTheVoiceWhenTheTurnIsOverWhereThePolicySaysSo() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_VOICE_CHARS, 0), actions);
        says("opening hours please");
        engines.llm.say(ANSWER);
        rig.poll();
        assertThat(engines.voice.asked).isEmpty();
        endsTurn("opening hours please");
        assertThat(engines.voice.asked).containsExactly(FIRST, "1 Until five.");
    }

    @Test
    void shouldAskTheVoiceWhenTheTurnIsOverWhereTheClauseIsTooLong() {
        given(AHEAD.with(PolicyNumber.PREEMPTIVE_VOICE_CHARS, 10), actions);
        says("opening hours please");
        engines.llm.say(ANSWER);
        rig.poll();
        assertThat(engines.voice.asked).isEmpty();
    }

    @Test
    void shouldNotSpeakAheadWhatAnActionFollows() {
        given(AHEAD, actions);
        says("book a table");
        text("One moment");
        engines.llm.events.action(engines.llm.token, new ActionCall("a1", "book", Map.of(), false));
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(engines.voice.asked).isEmpty();
        endsTurn("book a table");
        assertThat(engines.voice.asked).contains("0 One moment");
    }

    @Test
    void shouldGoOnWithTheNextClauseWhenTheFirstCouldNotBeSpoken() {
        givenAsked("opening hours please");
        engines.llm.say(ANSWER);
        rig.poll();
        engines.voice.events.failed(engines.voice.token, 0, LIMITED);
        rig.poll();
        endsTurn("opening hours please");
        speakClause(1, 200, null);
        call.hear(quiet, 1_000);
        assertThat(last(call.record.history().entries()).text()).isEqualTo("Until five.");
    }

    @Test
    void shouldAskAgainWhenTheVoiceIsLost() {
        givenSpoken(400);
        engines.voice.events.closed();
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("discarded");
        endsTurn("opening hours please");
        assertThat(engines.llm.asked)
                .containsExactly(
                        "prepare opening hours please", "discarded", "prepare opening hours please", "adopted");
    }

    @Test
    void shouldBeInterruptedLikeAnyTurn() {
        long ahead = givenSpoken(2_000);
        endsTurn("opening hours please");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 300);
        call.hear(talking, 800);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(dead(ahead)).isTrue();
        assertThat(counted(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }
}
