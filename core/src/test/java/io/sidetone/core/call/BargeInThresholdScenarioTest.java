package io.sidetone.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much speech, and of what, takes the floor from an agent that speaks. */
class BargeInThresholdScenarioTest extends CallScenario {
    private void policy(TurnPolicy policy) {
        call.publish(LaneEventType.POLICY, 0, 0, policy.checked());
    }

    private static TurnPolicy oneStage(int ms) {
        return TurnPolicy.DEFAULT
                .with(PolicyNumber.YIELD, ms)
                .with(PolicyNumber.MIN_SPEECH, ms)
                .with(PolicyNumber.INTERRUPTION_BUDGET, PolicyNumber.MAX_BUDGET_MS);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 300, 500})
    @Tag("ITE-REQ-005")
    @Tag("ITE-AC-001")
    void shouldCommitInOneStageWhenTheThresholdsAreEqual(int ms) {
        givenSpeaking(2_800);
        policy(oneStage(ms));
        call.hear(quiet, 600);
        long onsetNs = rig.nowNs;
        call.hear(talking, 900);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rules()).containsExactly("VIP-T11", "VIP-T12");
        assertThat(rig.metrics().yields.value()).isZero();
        assertThat((rig.moves.get(0).nowNs() - onsetNs) / LaneRig.MS).isBetween(ms - 20L, ms + 120L);
    }
}
