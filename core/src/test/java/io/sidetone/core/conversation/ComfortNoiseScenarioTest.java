package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.tone.ComfortNoise;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller whose telephone sends comfort noise in place of his silence: noise is heard, and is nobody's turn. */
class ComfortNoiseScenarioTest extends CallScenario {
    private final ComfortNoise noise = new ComfortNoise(1);
    private final LaneRig.FrameSource room = frame -> noise.fill(frame, 0, frame.length);

    private void describe(int level) {
        noise.describe(new byte[] {(byte) level, 60, (byte) 150, 120}, 0, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {45, 55, 70})
    void shouldNotDisturbAnAgentWhoSpeaks(int level) {
        givenSpeaking(2_800);
        describe(level);
        call.hear(quiet, 200);
        call.hear(room, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.record.statistics().yields()).isZero();
        assertThat(call.record.statistics().framesConcealed()).isZero();
    }

    @Test
    void shouldEndTheTurnOfACallerWhoFallsSilent() {
        givenIdleAfterGreeting();
        describe(50);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(room, 2_000);
        assertThat(engines.stt.asked).last().asString().startsWith("end");
    }

    @Test
    void shouldHearTheCallerWhoSpeaksOutOfTheNoise() {
        givenIdleAfterGreeting();
        describe(50);
        call.hear(room, 5_000);
        assertThat(rules()).isEmpty();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }
}
