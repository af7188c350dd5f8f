package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyRequestTest {
    private static final UserInput SAID = new UserInput(UserInput.Kind.SPEECH, "a table for two");

    private final PartsRig rig = new PartsRig();
    private final EarlyRequest early = rig.parts.early();

    private void asked() {
        rig.parts.utterance().grant();
        early.heard(rig.parts.utterance().token(), SAID.text(), true, rig.nowNs);
        rig.next();
        early.ask(SAID.text(), rig.nowNs);
    }

    private boolean answered(LaneEventType type, Object what) {
        return early.takes(rig.event(type, early.token(), 0, what));
    }

    @Test
    void shouldHoldTheAnswerUntilItIsAdoptedWhenTheWordsAreThose() {
        asked();
        assertThat(answered(LaneEventType.MODEL_TEXT, "Certainly.")).isTrue();
        assertThat(answered(LaneEventType.MODEL_DONE, null)).isTrue();
        long token = early.token();
        assertThat(early.answers(SAID, true)).isTrue();
        List<String> told = new ArrayList<>();
        early.adopt(rig.nowNs).replay((kind, what, atNs) -> told.add(kind + " " + what));
        assertThat(told).containsExactly("TEXT Certainly.", "DONE null");
        assertThat(rig.fence.isDead(token)).isFalse();
        assertThat(rig.log).containsExactly("llm.prepare", "tts.credit", "tts.speak");
        assertThat(early.adoptions()).isEqualTo(1);
    }

    @Test
    void shouldLeaveEventsOfOtherTurnsWhenItHoldsItsOwn() {
        asked();
        assertThat(early.takes(rig.event(LaneEventType.MODEL_TEXT, early.token() - 1, 0, "Hm.")))
                .isFalse();
        assertThat(early.takes(rig.event(LaneEventType.SYNTHESIS_DONE, early.token() - 1, 0, null)))
                .isFalse();
        assertThat(early.takes(rig.event(LaneEventType.TRANSCRIPT_FINAL, early.token(), 0, "Hm.")))
                .isFalse();
    }

    @Test
    void shouldBeFencedWithoutAClearWhenTheCallerSaidSomethingElse() {
        asked();
        long token = early.token();
        assertThat(early.answers(new UserInput(UserInput.Kind.SPEECH, "a table for three"), true))
                .isFalse();
        assertThat(rig.log).containsExactly("llm.prepare", "llm.discarded", "fence");
        assertThat(rig.fence.isDead(token)).isTrue();
    }

    @Test
    void shouldBeGivenUpWhenTheTurnIsNotAnsweredAtOnce() {
        asked();
        assertThat(early.answers(SAID, false)).isFalse();
        assertThat(rig.log).contains("llm.discarded");
    }

    @Test
    void shouldBeGivenUpWhenTheFenceHasPassedIt() {
        asked();
        answered(LaneEventType.MODEL_TEXT, "Certainly.");
        rig.fence.advance(early.token());
        assertThat(early.answers(SAID, true)).isFalse();
        assertThat(early.token()).as("what is asked").isZero();
        assertThat(rig.log).contains("llm.discarded");
        assertThat(early.adoptions()).isZero();
    }

    @Test
    void shouldFenceTheFirstAndSpareTheSecondWhenAskedTwice() {
        asked();
        long first = early.token();
        early.giveUp("test");
        assertThat(rig.fence.isDead(first)).as("before the turn is over").isFalse();
        rig.next();
        early.ask(SAID.text(), rig.nowNs);
        long second = early.token();
        assertThat(early.answers(SAID, true)).isTrue();
        assertThat(rig.fence.isDead(first)).isTrue();
        assertThat(rig.fence.isDead(second)).isFalse();
    }

    @Test
    void shouldBeGivenUpWhenWhatTheModelWasToldChanges() {
        asked();
        assertThat(answered(LaneEventType.BRIEFING, null))
                .as("the event goes on")
                .isFalse();
        assertThat(rig.log).endsWith("llm.discarded");
        assertThat(rig.notes).endsWith("preempt: given up: what the model was told has changed");
    }

    @Test
    void shouldBeGivenUpForTheUtteranceWhenItsAnswerHasNoEnd() {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.PREEMPTIVE_AFTER, 100));
        asked();
        for (int i = 0; i <= HeldAnswer.MOST_PIECES; i++) {
            answered(LaneEventType.MODEL_TEXT, "a");
        }
        assertThat(rig.log).endsWith("llm.discarded");
        early.heard(rig.parts.utterance().token(), "a table for two please", true, rig.nowNs);
        assertThat(early.due(rig.nowNs)).as("asked again").isNull();
    }

    /** The silence after which words with this evidence are asked for, in ms; -1 for more than two seconds. */
    private int askedAfterMs(SentenceEnd end, float logOdds) {
        rig.turn.policy(rig.turn.policy().with(PolicyNumber.PREEMPTIVE_AFTER, 400));
        rig.turn.mode(TurnMode.LISTENING, rig.nowNs);
        rig.parts.utterance().grant();
        rig.turn.words(end, logOdds);
        early.heard(rig.parts.utterance().token(), SAID.text(), false, rig.nowNs + 100 * TurnContext.MS);
        for (int ms = 100; ms <= 2_000; ms += 10) {
            if (early.due(rig.nowNs + ms * TurnContext.MS) != null) {
                return ms;
            }
        }
        return -1;
    }

    @Test
    void shouldBeDueTheSoonerTheMoreTheWordsLookLikeAWholeSentence() {
        assertThat(askedAfterMs(SentenceEnd.COMPLETE, 0)).isEqualTo(200);
        assertThat(askedAfterMs(SentenceEnd.UNKNOWN, 2)).isEqualTo(200);
        assertThat(askedAfterMs(SentenceEnd.UNKNOWN, 0)).isEqualTo(400);
        assertThat(askedAfterMs(SentenceEnd.UNKNOWN, -0.7f)).isEqualTo(1_600);
        assertThat(askedAfterMs(SentenceEnd.UNKNOWN, -1.9f)).isEqualTo(1_600);
        assertThat(askedAfterMs(SentenceEnd.UNKNOWN, -2)).isEqualTo(-1);
        assertThat(askedAfterMs(SentenceEnd.GOES_ON, 0)).isEqualTo(-1);
    }

    @Test
    void shouldBeDueOnceWhenTheWordsAreComplete() {
        rig.turn.policy(
                rig.turn.policy().with(PolicyNumber.PREEMPTIVE_AFTER, 100).with(PolicyNumber.PREEMPTIVE_STARTS, 1));
        rig.parts.utterance().grant();
        assertThat(early.due(rig.nowNs)).isNull();
        early.heard(rig.parts.utterance().token(), SAID.text(), true, rig.nowNs);
        assertThat(early.due(rig.nowNs)).isEqualTo(SAID.text());
        early.ask(SAID.text(), rig.nowNs);
        early.giveUp("test");
        assertThat(early.due(rig.nowNs)).isNull();
    }

    @Test
    void shouldBeGivenUpWhenTheWordsChange() {
        asked();
        early.review(true);
        assertThat(early.token()).isNotZero();
        early.heard(rig.parts.utterance().token(), "a table for two and a chair", false, rig.nowNs);
        early.review(true);
        assertThat(early.token()).isZero();
    }

    @Test
    void shouldTakeItsOwnFailureOnlyWhenTheModelFails() {
        asked();
        EngineFailure failure = new EngineFailure("broken", "no", true);
        assertThat(early.failed(early.token() + 1, failure)).isFalse();
        assertThat(early.failed(early.token(), failure)).isTrue();
        assertThat(rig.metrics.value(LaneCounter.PREEMPTIVE_FAILED)).isEqualTo(1);
        assertThat(early.token()).isZero();
    }
}
