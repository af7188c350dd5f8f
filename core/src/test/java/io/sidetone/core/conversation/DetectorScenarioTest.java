package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEventType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A detector beside the lane says that the caller speaks: listened to, lost, opened again, let go. */
@Tag("ITE-PAT-003")
class DetectorScenarioTest extends CallScenario {
    private static final TurnPolicy SILERO =
            TurnPolicy.DEFAULT.withVad(SpeechSource.SILERO).with(PolicyNumber.NO_INPUT, 0);
    private static final float SPEECH = 0.9f;
    private static final float NOISE = 0.1f;

    private final ScriptedDetector detector = new ScriptedDetector();

    DetectorScenarioTest() {
        rig.detector = detector;
    }

    private void hear(LaneRig.FrameSource source, long ms, float score) {
        for (long t = 0; t < ms; t += 20) {
            call.hear(source, 20);
            detector.events.evidence(detector.heardMs, score);
        }
    }

    private void listenTo(TurnPolicy policy) {
        call.publish(LaneEventType.POLICY, 0, 0, policy);
    }

    private void hangUp() {
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
    }

    @Test
    void shouldFollowTheDetectorWhenItIsSelected() {
        givenIdleAfterGreeting();
        assertThat(detector.opened).isEqualTo(1);
        assertThat(detector.heardFrames).as("not asked for its opinion").isZero();
        listenTo(SILERO);
        hear(talking, 1_000, NOISE);
        assertThat(detector.heardFrames).isEqualTo(50);
        assertThat(detector.sampleRateHz).isEqualTo(8_000);
        assertThat(detector.heardSamples).as("as it came, not resampled").isEqualTo(160);
        assertThat(call.state()).as("loud, but no speech").isEqualTo(FloorState.IDLE);
        hear(quiet, 400, SPEECH);
        assertThat(call.state()).as("quiet, but speech").isEqualTo(FloorState.LISTENING);
        hear(talking, 1_000, NOISE);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        hangUp();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }

    @Test
    void shouldListenToTheDetectorFromTheBeginningWhenThePolicySaysSo() {
        givenCall(SILERO, ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        hear(quiet, 400, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(call.record.policy().vad()).isEqualTo(SpeechSource.SILERO);
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameADetectorOfOursWhenItsEvidenceInterrupts() {
        givenSpeaking(2_800);
        listenTo(SILERO);
        hear(quiet, 700, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.events.stream().filter(e -> e.type() == TurnEventType.INTERRUPTION))
                .extracting(e -> e.turn().interruption().source())
                .containsExactly(InterruptionSource.DETECTOR);
    }

    @Test
    void shouldTakeTheEnergyDetectorWithinAHundredMillisecondsWhenItFallsSilent() {
        givenIdleAfterGreeting();
        listenTo(SILERO);
        hear(talking, 400, NOISE);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldCountFramesThatItHasNoRoomFor() {
        givenIdleAfterGreeting();
        listenTo(SILERO);
        detector.full = true;
        call.hear(talking, 400);
        assertThat(rig.metrics().value(LaneCounter.SOURCE_REFUSED)).isEqualTo(20);
        assertThat(call.state()).as("energy stands in").isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldRefuseToListenToADetectorThatTheServerDoesNotHave() {
        rig.detector = VoiceActivityEngine.none();
        givenIdleAfterGreeting();
        listenTo(SILERO);
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains("vad: 'silero' is refused: this server has no such detector; use energy, or set plugins and"
                        + " vad.silero.model");
        assertThat(call.record.policy().vad()).isEqualTo(SpeechSource.ENERGY);
        assertThat(call.record.offers(SpeechSource.SILERO)).isFalse();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldAnswerACallWithoutWaitingForTheDetector() {
        detector.readyAtOnce = false;
        givenIdleAfterGreeting();
        detector.events.ready();
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.ENGINES_REOPENED))
                .as("it opens for the first time")
                .isZero();
        listenTo(SILERO);
        hear(quiet, 400, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-CON-002")
    void shouldGoOnWithTheEnergyDetectorAndOpenItAgainWhenItDies() {
        givenIdleAfterGreeting();
        listenTo(SILERO);
        hear(quiet, 400, NOISE);
        detector.events.failed(ScriptedEngines.GONE);
        detector.events.closed();
        int heard = detector.heardFrames;
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(detector.heardFrames).isEqualTo(heard);
        assertThat(call.record.recovering())
                .as("nothing that the caller would notice")
                .isFalse();
        call.hear(talking, 200);
        assertThat(detector.opened).isEqualTo(2);
        hear(talking, 900, NOISE);
        assertThat(call.state()).as("it decides again").isEqualTo(FloorState.FINALIZING);
        hangUp();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }

    @Test
    @Tag("ITE-CON-002")
    void shouldAnswerTheCallAllTheSameWhenTheDetectorCannotBeOpened() {
        detector.broken = true;
        givenIdleAfterGreeting();
        listenTo(SILERO);
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        detector.broken = false;
        hear(talking, 20_000, SPEECH);
        assertThat(detector.opened).isGreaterThan(1);
        hear(talking, 1_300, NOISE);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    @Test
    void shouldAnswerTheCallAllTheSameWhenTheDetectorThrows() {
        detector.throwing = true;
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        hangUp();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }

    @Test
    void shouldNotEndTheCallBeforeTheDetectorHasLetGo() {
        detector.holding = true;
        givenIdleAfterGreeting();
        hangUp();
        assertThat(detector.closed).isEqualTo(1);
        assertThat(call.state()).isEqualTo(FloorState.ENDING);
        detector.events.closed();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }
}
