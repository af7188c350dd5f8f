package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a turn of the caller ends: by length, or not at all, because he goes on. */
class LongTurnScenarioTest extends CallScenario {
    private void policy(TurnPolicy policy) {
        call.publish(LaneEventType.POLICY, 0, 0, policy.checked());
    }

    private void hears(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, text);
        rig.poll();
    }

    // ---- the longest turn -------------------------------------------------------------------------------------------

    @Test
    @Tag("VIP-T05")
    void shouldAnswerWhatWasUnderstoodWhenTheCallerNeverPauses() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.MAX_TURN, 3_000));
        long onsetNs = rig.nowNs;
        call.hear(talking, 3_300);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(last(rig.moves).reason()).isEqualTo("longest turn");
        assertThat((last(rig.moves).nowNs() - onsetNs) / LaneRig.MS).isBetween(3_180L, 3_320L);
        call.hear(talking, 1_000);
        assertThat(call.state())
                .as("who never pauses does not take the floor back")
                .isEqualTo(FloorState.FINALIZING);
        hears("a long story");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH a long story");
        engines.llm.say("I see.");
        speakClause(0, 2_000, null);
        call.hear(talking, 1_000);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(call.record.yielding()).isFalse();
    }

    @Test
    @Tag("VIP-T09")
    void shouldTakeTheFloorBackAfterAPauseWhenTheTurnWasTooLong() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.MAX_TURN, 3_000));
        call.hear(talking, 3_800);
        hears("a long story");
        call.hear(quiet, 600);
        call.hear(talking, 400);
        assertThat(last(rig.moves).rule()).isEqualTo("VIP-T09");
    }

    @Test
    void shouldEndAtTheLengthOfThePolicyThatCameMeanwhile() {
        givenIdleAfterGreeting();
        call.hear(talking, 2_600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.MAX_TURN, 2_000));
        call.hear(talking, 20);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    // ---- the same turn goes on --------------------------------------------------------------------------------------

    @Test
    @Tag("VIP-T09")
    void shouldBeginAnotherTurnWhenTheCallerGoesOnTooLate() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("i would like");
        call.hear(quiet, 700);
        call.hear(talking, 400);
        assertThat(last(rig.moves).rule()).isEqualTo("VIP-T09");
        assertThat(last(rig.moves).reason()).isEqualTo("speech");
        call.hear(quiet, 900);
        hears("an appointment");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH an appointment");
        assertThat(userTexts()).as("both stand").containsExactly("i would like", "an appointment");
    }

    @Test
    @Tag("VIP-T09")
    void shouldNeverContinueWhenThePolicySaysSo() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(PolicyNumber.CONTINUATION, 0));
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("i would like");
        call.hear(talking, 400);
        assertThat(last(rig.moves).reason()).isEqualTo("speech");
        assertThat(userTexts()).containsExactly("i would like");
    }

    @Test
    @Tag("VIP-T09")
    void shouldCountFromTheOnsetHoweverMuchSpeechTheStageWants() {
        givenIdleAfterGreeting();
        policy(TurnPolicy.DEFAULT.with(io.sidetone.core.turn.TurnStage.THINKING, "minSpeechMs", 800));
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("i would like");
        call.hear(quiet, 200);
        call.hear(talking, 1_000);
        assertThat(last(rig.moves).reason()).isEqualTo("speech, same turn");
        call.hear(quiet, 1_400);
        hears("an appointment");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH i would like an appointment");
    }

    @Test
    @Tag("VIP-T09")
    void shouldJoinAsManyPiecesAsTheCallerNeeds() {
        givenIdleAfterGreeting();
        for (String piece : List.of("i", "would like", "an appointment")) {
            call.hear(talking, 400);
            call.hear(quiet, 900);
            hears(piece);
        }
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH i would like an appointment");
        assertThat(userTexts()).containsExactly("i would like an appointment");
        engines.llm.say("On which day?");
        speakClause(0, 400, null);
        call.hear(quiet, 600);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("monday");
        assertThat(engines.llm.asked).as("a new turn").last().isEqualTo("respond SPEECH monday");
    }

    @Test
    @Tag("VIP-T09")
    void shouldKeepWhatWasSaidWhenAKeyFollowsAtOnce() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        hears("i would like");
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
        assertThat(userTexts()).containsExactly("i would like", "1");
    }
}
