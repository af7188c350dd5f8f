package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.PolicyProfiles;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line that loses packets: cooldown and fallback hold, and each interruption is one (ITE-RES-001). */
@Tag("ITE-RES-001")
class LossyLineScenarioTest extends CallScenario {
    private static final double LOSS = 0.1;
    private final short[] lost = new short[160];
    private SplittableRandom random;

    /** The caller sends {@code ms} of {@code source}; one frame in ten does not come. */
    private void hear(LaneRig.FrameSource source, long ms, boolean evidence) {
        for (long t = 0; t < ms; t += 20) {
            if (random.nextDouble() < LOSS) {
                source.fill(lost);
                call.lose(1);
                rig.advance(20);
            } else {
                call.hear(source, 20);
                if (evidence) {
                    engines.stt.events.evidence(engines.stt.heardMs, 0.1f);
                }
            }
        }
    }

    private void answer(String text) {
        engines.stt.events.finalTranscript(engines.stt.token, "again");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say(text);
        speakClause(0, 6_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    private long interruptions() {
        return rig.events.stream()
                .filter(event -> event.type() == TurnEventType.INTERRUPTION)
                .count();
    }

    @ParameterizedTest(name = "seed {0}")
    @Tag("ITE-RES-001")
    @Tag("ITE-RES-001.a")
    @Tag("ITE-RES-001.c")
    @ValueSource(longs = {1, 2, 3})
    void shouldCountEachInterruptionOnceAndHearTheAgentOutAfterThree(long seed) {
        random = new SplittableRandom(seed);
        givenSpeaking(6_000);
        call.publish(LaneEventType.POLICY, 0, 0, PolicyProfiles.of("assertive"));
        for (int i = 1; i <= 3; i++) {
            hear(quiet, 2_500, false);
            hear(talking, 900, false);
            assertThat(call.state()).as("interruption %d, seed %d", i, seed).isEqualTo(FloorState.LISTENING);
            hear(quiet, 1_500, false);
            answer("We are open from nine to five.");
            assertThat(interruptions()).as("seed %d", seed).isEqualTo(i);
        }
        rig.sent.clear();
        rig.moves.clear();
        hear(quiet, 400, false);
        hear(talking, 800, false);
        assertThat(call.state()).as("heard out, seed %d", seed).isEqualTo(FloorState.SPEAKING);
        assertThat(rig.moves).isEmpty();
        assertThat(rig.sent).as("no pause").noneMatch(LaneRig.Sent::silence);
        assertThat(interruptions()).isEqualTo(3);
        assertThat(call.record.statistics().bargeIns()).isEqualTo(3);
        assertThat(rig.metrics().value(LaneCounter.FRAMES_CONCEALED))
                .as("the line loses packets")
                .isPositive();
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @Tag("ITE-RES-001")
    @Tag("ITE-RES-001.b")
    @Tag("ITE-RES-001.c")
    @ValueSource(longs = {1, 2, 3})
    void shouldFallBackToTheLocalDetectorAndReturnWhenTheServiceDoes(long seed) {
        random = new SplittableRandom(seed);
        engines.stt.givesEvidence = true;
        givenIdleAfterGreeting();
        call.publish(
                LaneEventType.POLICY,
                0,
                0,
                TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER).with(PolicyNumber.NO_INPUT, 0));
        hear(quiet, 1_000, true);
        assertThat(call.record.recovering()).isFalse();
        hear(quiet, 6_000, false);
        assertThat(call.record.recovering())
                .as("5 s of audio without evidence, seed %d", seed)
                .isTrue();
        engines.llm.events.done(engines.llm.token, null);
        speakClause(0, 200, null);
        speakClause(1, 200, null);
        hear(quiet, 800, false);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        hear(talking, 900, false);
        assertThat(call.state()).as("the local detector, seed %d", seed).isEqualTo(FloorState.LISTENING);
        hear(quiet, 1_500, false);
        answer("We are open from nine to five.");
        hear(quiet, 1_000, false);
        hear(talking, 900, false);
        assertThat(call.state()).as("interrupted, seed %d", seed).isEqualTo(FloorState.LISTENING);
        assertThat(interruptions()).isEqualTo(1);
        hear(quiet, 1_500, false);
        answer("We are open from nine to five.");
        hear(quiet, 1_500, true);
        assertThat(call.record.recovering())
                .as("evidence is back, seed %d", seed)
                .isFalse();
        assertThat(interruptions()).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.FRAMES_CONCEALED)).isPositive();
        assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
    }
}
