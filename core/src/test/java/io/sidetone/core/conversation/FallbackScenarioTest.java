package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The primary source of evidence falls silent while audio flows: what the policy's fallback makes of it. */
@Tag("ITE-AC-004")
@Tag("ITE-REQ-009")
class FallbackScenarioTest extends CallScenario {
    /** The agent's own questions would come in between. */
    private static final TurnPolicy RECOGNIZER =
            TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER).with(PolicyNumber.NO_INPUT, 0);

    FallbackScenarioTest() {
        engines.stt.givesEvidence = true;
    }

    private void givenPrimary(TurnPolicy policy) {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, policy);
        hear(quiet, 1_000, 0.1f);
        rig.events.clear();
    }

    /** The recognizer says {@code score} of every frame it hears. */
    private void hear(LaneRig.FrameSource source, long ms, float score) {
        for (long t = 0; t < ms; t += 20) {
            call.hear(source, 20);
            engines.stt.events.evidence(engines.stt.heardMs, score);
        }
    }

    private List<TurnEvent> of(TurnEventType type) {
        return rig.events.stream().filter(event -> event.type() == type).toList();
    }

    /** The guidance is spoken to its end. */
    private void guidance() {
        call.hear(quiet, 20);
        assertThat(engines.voice.asked).anyMatch(text -> text.contains("having trouble hearing you"));
        speakClause(0, 200, null);
        speakClause(1, 200, null);
        call.hear(quiet, 600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    void shouldGoOnWithTheEnergyDetectorWhenTheFallbackIsHybrid() {
        givenPrimary(RECOGNIZER);
        call.hear(quiet, 4_980);
        assertThat(call.record.recovering()).isFalse();
        call.hear(quiet, 40);
        assertThat(call.record.recovering()).isTrue();
        assertThat(call.record.views().ite()).isEqualTo("recovering");
        assertThat(of(TurnEventType.DEGRADED)).singleElement().satisfies(event -> assertThat(event.diagnostics())
                .containsEntry("reason", "no_speech_evidence"));
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains("no_speech_evidence; hybrid fallback of recognizer");
        guidance();
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        call.hear(quiet, 1_300);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours");
        assertThat(call.record.recovering()).as("words are no evidence").isTrue();
    }

    @Test
    void shouldTrustTheEnergyDetectorAloneWhileThePrimarySourceStutters() {
        givenPrimary(RECOGNIZER);
        call.hear(quiet, 5_100);
        guidance();
        for (int i = 0; i < 6; i++) {
            call.hear(quiet, 400);
            engines.stt.events.evidence(engines.stt.heardMs, 0.95f);
        }
        call.hear(quiet, 100);
        assertThat(call.record.recovering()).isTrue();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("ITE-AC-008")
    void shouldRecoverWithinASecondWhenThePrimarySourceSpeaksAgain() {
        givenPrimary(RECOGNIZER);
        call.hear(quiet, 5_100);
        guidance();
        hear(quiet, 400, 0.1f);
        assertThat(call.record.recovering()).isTrue();
        hear(quiet, 600, 0.1f);
        assertThat(call.record.recovering()).isFalse();
        assertThat(of(TurnEventType.RECOVERED)).hasSize(1);
        hear(talking, 600, 0.1f);
        assertThat(call.state()).as("the primary source decides again").isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("ITE-POL-001")
    void shouldLeaveKeysAndRequestsAloneWhenTheFallbackIsManual() {
        givenPrimary(RECOGNIZER.withFallback(FallbackMode.MANUAL));
        call.hear(quiet, 5_100);
        assertThat(call.record.recovering()).isTrue();
        guidance();
        call.hear(talking, 1_000);
        assertThat(call.state()).as("speech means nothing").isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
        engines.llm.say("One it is.");
        speakClause(0, 2_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.publish(LaneEventType.YIELD_REQUEST, 0, 0, "operator");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-AC-006")
    void shouldApplyAnotherFallbackAtOnceWhenThePolicyChangesMeanwhile() {
        givenPrimary(RECOGNIZER.withFallback(FallbackMode.MANUAL));
        call.hear(quiet, 5_100);
        guidance();
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(quiet, 200);
        call.publish(LaneEventType.POLICY, 0, 0, RECOGNIZER);
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldRecoverWhenASourceThatSpeaksIsSelectedInstead() {
        givenPrimary(RECOGNIZER);
        call.hear(quiet, 5_100);
        guidance();
        call.publish(LaneEventType.POLICY, 0, 0, RECOGNIZER.withVad(SpeechSource.ENERGY));
        call.hear(quiet, 700);
        assertThat(call.record.recovering()).isFalse();
    }

    @Test
    void shouldNotMissEvidenceOfAQuietLineThatIsAlive() {
        givenPrimary(RECOGNIZER);
        for (int i = 0; i < 6; i++) {
            rig.advance(4_000);
            call.publish(LaneEventType.MEDIA_ALIVE, 0, 0, null);
        }
        assertThat(call.record.recovering()).isFalse();
    }

    @Test
    void shouldMissEvidenceAlsoWhenReportsSayThatTheLineIsAlive() {
        givenPrimary(RECOGNIZER);
        for (int i = 0; i < 3; i++) {
            call.hear(quiet, 2_000);
            call.publish(LaneEventType.MEDIA_ALIVE, 0, 0, null);
        }
        assertThat(call.record.recovering()).isTrue();
    }

    @Test
    void shouldStartCountingAfreshAfterAHold() {
        givenPrimary(RECOGNIZER);
        call.hear(quiet, 3_000);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.advance(6_000);
        call.publish(LaneEventType.HOLD, 0, 0, null);
        call.hear(quiet, 3_000);
        assertThat(call.record.recovering()).isFalse();
    }
}
