package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.LaneCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-CON-002")
class RecoveryTest {
    private final PartsRig rig = new PartsRig();
    private final Recovery recovery = rig.parts.recovery();

    @Test
    void shouldShowOnceThatSomethingIsMissing() {
        rig.idle();
        recovery.recognizerStalled(rig.nowNs);
        recovery.recognizerStalled(rig.nowNs);
        assertThat(rig.log).containsExactly("overlays", "turn.degraded");
        assertThat(rig.floor.recovering()).isTrue();
        assertThat(rig.metrics.value(LaneCounter.DEGRADATIONS)).isEqualTo(1);
    }

    @Test
    void shouldBeWellWhenTheLastThingAnswersAgain() {
        rig.idle();
        recovery.recognizerStalled(rig.nowNs);
        recovery.synthesizerFails(rig.nowNs);
        recovery.recognizerAnswers(rig.nowNs);
        assertThat(rig.floor.recovering()).isTrue();
        recovery.synthesizerAnswers(rig.nowNs);
        assertThat(rig.floor.recovering()).isFalse();
        assertThat(rig.log).endsWith("overlays", "turn.recovered");
    }

    @Test
    void shouldSayOneSentenceOnce() {
        rig.idle();
        recovery.recognizerStalled(rig.nowNs);
        assertThat(recovery.takeGuidance(rig.nowNs))
                .isEqualTo(rig.turn.policy().guidance().hardToHear());
        assertThat(recovery.takeGuidance(rig.nowNs)).isEmpty();
    }

    @Test
    void shouldSayNothingWhenTheRecognizerIsBackSoon() {
        rig.idle();
        recovery.recognizerLost(rig.nowNs);
        rig.after(999);
        assertThat(recovery.takeGuidance(rig.nowNs)).isEmpty();
        recovery.recognizerBack(false, rig.nowNs);
        rig.after(1_000);
        assertThat(recovery.takeGuidance(rig.nowNs)).isEmpty();
    }

    @Test
    void shouldAskForTheWordsAgainWhenTheyWereLost() {
        rig.idle();
        recovery.recognizerLost(rig.nowNs);
        recovery.recognizerBack(true, rig.nowNs);
        assertThat(recovery.takeGuidance(rig.nowNs))
                .isEqualTo(rig.turn.policy().guidance().sayAgain());
    }

    @Test
    void shouldWaitForTheVoiceWhenItIsLost() {
        rig.idle();
        recovery.recognizerStalled(rig.nowNs);
        recovery.voiceLost(rig.nowNs);
        assertThat(recovery.takeGuidance(rig.nowNs)).isEmpty();
        recovery.voiceBack(false, rig.nowNs);
        assertThat(recovery.takeGuidance(rig.nowNs)).isNotEmpty();
    }

    @Test
    void shouldLeaveTheEndOfATurnToAKeyWhenTheModelIsLost() {
        rig.idle();
        recovery.modelLost(rig.nowNs);
        assertThat(rig.turn.commitsByHand()).isTrue();
        recovery.modelAnswers(rig.nowNs);
        assertThat(rig.turn.commitsByHand()).isFalse();
    }

    @Test
    void shouldTakeTheModelForLostWhenItIsUnreachableTwice() {
        rig.idle();
        recovery.modelUnreachable(rig.nowNs);
        assertThat(rig.floor.recovering()).isFalse();
        recovery.modelUnreachable(rig.nowNs);
        assertThat(rig.floor.recovering()).isTrue();
    }
}
