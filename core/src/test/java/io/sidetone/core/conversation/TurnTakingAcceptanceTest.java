package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.TurnPolicy;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The acceptance criteria of the interruption and turn-taking engine, on event time. */
class TurnTakingAcceptanceTest extends CallScenario {
    @Test
    @Tag("ITE-AC-003")
    void shouldAnswerKeptSpeechAfterPlaybackWhenThePolicyIsHandsFree() {
        givenSpeaking(4_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("hands-free"));
        call.hear(quiet, 1_000);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.sent).noneMatch(LaneRig.Sent::silence);
        call.hear(quiet, 800);
        engines.stt.events.finalTranscript(engines.stt.token, "and on sundays");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 2_000);
        assertThat(rules()).startsWith("VIP-T10", "VIP-T03", "VIP-T05", "VIP-T16");
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH and on sundays");
    }

    @Test
    @Tag("ITE-AC-004")
    @Tag("ITE-AC-008")
    @Tag("ITE-REQ-009")
    void shouldRecoverWithinASecondWhenEvidenceComesBack() {
        givenIdleAfterGreeting();
        rig.advance(5_100);
        assertThat(call.record.recovering()).isTrue();
        assertThat(call.record.views().ite()).isEqualTo("recovering");
        assertThat(engines.voice.asked).anyMatch(a -> a.contains("having trouble hearing you"));
        call.hear(quiet, 1_000);
        assertThat(call.record.recovering()).isFalse();
    }

    @Test
    @Tag("ITE-AC-005")
    @Tag("ITE-REQ-008")
    void shouldStopAndListenWhenAYieldIsRequestedAlsoHandsFree() {
        givenSpeaking(2_800);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("hands-free"));
        call.publish(LaneEventType.YIELD_REQUEST, 0, 0, "operator");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(rig.moves.get(0).reason()).isEqualTo("operator");
        call.hear(quiet, 2_000);
        assertThat(call.state())
                .as("silence does not end a turn that has not begun")
                .isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldApplyNewThresholdsAtOnceWhenThePolicyChanges() {
        givenSpeaking(2_800);
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT.with(PolicyNumber.MIN_SPEECH, 2_000));
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT);
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-SEC-002")
    void shouldRefuseUnsafeValuesAtRunTimeWithARemedy() {
        assertThatThrownBy(() -> TurnPolicy.DEFAULT.with(Map.of("endSilenceMs", 149)))
                .hasMessageContaining("endSilenceMs: '149' is outside 150 to 5000 ms");
        assertThatThrownBy(() -> TurnPolicy.DEFAULT.with(Map.of("interruptionBudgetMs", 751)))
                .hasMessageContaining("outside 60 to 750 ms");
    }
}
