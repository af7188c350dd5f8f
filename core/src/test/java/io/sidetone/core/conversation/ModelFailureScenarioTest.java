package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A model that is asked too often is asked again later, and the caller is told. */
@Tag("VAN-05")
class ModelFailureScenarioTest extends CallScenario {
    private void givenAsked() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "opening hours");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        rig.moves.clear();
    }

    private void limited(int retryAfterMs) {
        engines.llm.events.failed(
                engines.llm.token,
                new EngineFailure(EngineFailure.RATE_LIMITED, "asked too often", true, retryAfterMs));
        rig.poll();
    }

    private long asked() {
        return engines.llm.asked.stream()
                .filter("respond TEXT opening hours"::equals)
                .count();
    }

    @Test
    void shouldTellTheCallerAndAskAgainWhenTheModelIsAskedTooOften() {
        givenAsked();
        limited(0);
        assertThat(engines.voice.asked).last().isEqualTo("0 One moment, please.");
        speakClause(0, 400, null);
        assertThat(rules()).containsExactly("VIP-T07");
        call.hear(quiet, 460);
        assertThat(asked()).isEqualTo(1);
        call.hear(quiet, 60);
        assertThat(asked()).isEqualTo(2);
        engines.llm.say("From nine to five.");
        assertThat(call.state()).as("one turn").isEqualTo(FloorState.SPEAKING);
        speakClause(1, 400, null);
        call.hear(quiet, 600);
        assertThat(rules()).containsExactly("VIP-T07", "VIP-T10");
        assertThat(last(call.record.history().entries()))
                .extracting(History.Entry::text, History.Entry::interrupted)
                .containsExactly("One moment, please. From nine to five.", false);
        assertThat(call.record.timeline().entries())
                .anyMatch(entry -> entry.kind().equals("engine") && entry.text().contains("asked again in 500 ms"));
    }

    @Test
    void shouldWaitAsLongAsTheModelSaidAndLongerEachTime() {
        givenAsked();
        long firstNs = rig.nowNs;
        limited(0);
        speakClause(0, 200, null);
        while (asked() < 2) {
            call.hear(quiet, 20);
        }
        assertThat((rig.nowNs - firstNs) / LaneRig.MS).isBetween(500L, 540L);
        long secondNs = rig.nowNs;
        limited(3_000);
        while (asked() < 3) {
            call.hear(quiet, 20);
        }
        assertThat((rig.nowNs - secondNs) / LaneRig.MS).isBetween(3_000L, 3_040L);
        long thirdNs = rig.nowNs;
        limited(0);
        while (asked() < 4) {
            call.hear(quiet, 20);
        }
        assertThat((rig.nowNs - thirdNs) / LaneRig.MS).isBetween(2_000L, 2_040L);
        assertThat(engines.voice.asked)
                .as("told once")
                .filteredOn(a -> a.contains("One moment"))
                .hasSize(1);
    }

    @Test
    void shouldApologiseWhenItIsStillAskedTooOftenAfterThreeRetries() {
        givenAsked();
        limited(0);
        speakClause(0, 200, null);
        for (int i = 0; i < 3; i++) {
            call.hear(quiet, 2_100);
            limited(0);
        }
        assertThat(asked()).isEqualTo(4);
        assertThat(engines.voice.asked).anyMatch(a -> a.contains("I'm having trouble processing that."));
    }

    @Test
    void shouldNotWaitLongerThanACallerWould() {
        givenAsked();
        limited(60_000);
        assertThat(rules()).containsExactly("VIP-T15");
        assertThat(engines.voice.asked).contains("0 I'm having trouble processing that.");
        call.hear(quiet, 1_000);
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    @Tag("VIP-T11")
    void shouldForgetTheRetryWhenTheCallerInterruptsTheWait() {
        givenAsked();
        limited(4_000);
        speakClause(0, 1_800, null);
        call.hear(quiet, 1_000);
        call.hear(talking, 700);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_400);
        engines.stt.events.finalTranscript(engines.stt.token, "forget it");
        call.hear(quiet, 4_000);
        assertThat(asked()).isEqualTo(1);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH forget it");
    }

    @Test
    void shouldNotTakeTheWaitForAStallAndApologiseWhenTheModelNeverAnswers() {
        givenAsked();
        limited(8_000);
        speakClause(0, 200, null);
        rig.recordFrames = false;
        call.hear(quiet, 16_000);
        assertThat(asked()).isEqualTo(2);
        assertThat(call.state()).as("8 s until it is asked, and 8 s since").isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 3_000);
        assertThat(rules()).endsWith("VIP-T11", "VIP-T12");
        assertThat(engines.voice.asked).contains("0 I'm having trouble processing that.");
    }

    @Test
    void shouldNotApologiseForAnEarlierTurnWhenAnAnnouncementFails() {
        givenAsked();
        limited(0);
        speakClause(0, 200, null);
        call.hear(quiet, 600);
        engines.llm.say("From nine to five.");
        speakClause(1, 200, null);
        rig.recordFrames = false;
        call.hear(quiet, 8_500);
        assertThat(engines.llm.asked).last().isEqualTo("announce " + PromptReason.NO_INPUT);
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "gone", true));
        rig.poll();
        assertThat(engines.voice.asked).noneMatch(a -> a.contains("I'm having trouble"));
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-T11")
    void shouldAskNothingMoreWhenTheCallerStillSpeaksAtTheTimeOfTheRetry() {
        givenAsked();
        limited(2_000);
        speakClause(0, 1_800, null);
        call.hear(quiet, 600);
        call.hear(talking, 3_000);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    @Tag("VIP-T11")
    void shouldAskNothingMoreWhenTheResponseIsCancelledDuringTheWait() {
        givenAsked();
        limited(2_000);
        speakClause(0, 1_800, null);
        call.hear(quiet, 600);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, null);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(quiet, 2_000);
        assertThat(asked()).isEqualTo(1);
    }
}
