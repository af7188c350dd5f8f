package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.hearing.SpeechEvidence;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.TurnEventType;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who says that the caller speaks: sources of evidence, exchanged during a call. */
@Tag("ITE-PAT-003")
class EvidenceScenarioTest extends CallScenario {
    private static final TurnPolicy RECOGNIZER = TurnPolicy.DEFAULT.withVad(SpeechSource.RECOGNIZER);
    private static final float SPEECH = 0.9f;
    private static final float NOISE = 0.1f;

    EvidenceScenarioTest() {
        engines.stt.givesEvidence = true;
    }

    /** The caller sends {@code ms} of {@code source}, and the recognizer says {@code score} of every frame it hears. */
    private void hear(LaneRig.FrameSource source, long ms, float score) {
        for (long t = 0; t < ms; t += 20) {
            call.hear(source, 20);
            engines.stt.events.evidence(engines.stt.heardMs, score);
        }
    }

    private void listenTo(SpeechSource source) {
        call.publish(LaneEventType.POLICY, 0, 0, TurnPolicy.DEFAULT.withVad(source));
    }

    @Test
    void shouldFollowTheRecognizerWhenItIsSelectedDuringTheCall() {
        givenIdleAfterGreeting();
        assertThat(engines.stt.heardFrames).as("not asked for its opinion").isZero();
        listenTo(SpeechSource.RECOGNIZER);
        hear(talking, 1_000, NOISE);
        assertThat(engines.stt.heardFrames).isEqualTo(50);
        assertThat(call.state()).as("loud, but no speech").isEqualTo(FloorState.IDLE);
        hear(quiet, 400, SPEECH);
        assertThat(call.state()).as("quiet, but speech").isEqualTo(FloorState.LISTENING);
        hear(talking, 1_000, NOISE);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
    }

    @Test
    void shouldFollowTheEnergyDetectorAgainWhenItIsSelectedInMidTurn() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        hear(quiet, 400, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        listenTo(SpeechSource.ENERGY);
        int heard = engines.stt.heardFrames;
        hear(quiet, 1_000, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(engines.stt.heardFrames).as("rests again").isEqualTo(heard);
        assertThat(call.record.timeline().entries().stream()
                        .filter(e -> e.kind().equals("vad")))
                .extracting(TimelineEntry::text)
                .containsExactly("recognizer", "energy");
    }

    @Test
    void shouldTakeTheEnergyDetectorWithinAHundredMillisecondsWhenTheSourceFallsSilent() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        hear(talking, 400, NOISE);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("ITE-MSG-001")
    void shouldNameTheServiceWhenItsEvidenceInterrupts() {
        givenSpeaking(2_800);
        listenTo(SpeechSource.RECOGNIZER);
        hear(quiet, 700, SPEECH);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(rig.events.stream().filter(e -> e.type() == TurnEventType.INTERRUPTION))
                .extracting(e -> e.turn().interruption().source())
                .containsExactly(InterruptionSource.SERVICE);
    }

    @Test
    void shouldListenToTheSourceOfThePolicyFromTheBeginning() {
        givenCall(RECOGNIZER, io.sidetone.core.port.ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        hear(quiet, 400, SPEECH);
        assertThat(engines.stt.heardFrames).isEqualTo(20);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldRefuseASourceThatTheCallDoesNotHaveAndApplyTheRest() {
        engines.stt.givesEvidence = false;
        givenIdleAfterGreeting();
        call.publish(LaneEventType.POLICY, 0, 0, RECOGNIZER.withBargeIn(false));
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains(CallRecord.refusal(SpeechSource.RECOGNIZER));
        assertThat(call.record.policy().vad()).isEqualTo(SpeechSource.ENERGY);
        assertThat(call.record.policy().allowBargeIn()).isFalse();
        assertThat(call.record.offers(SpeechSource.RECOGNIZER)).isFalse();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.heardFrames).isZero();
    }

    @Test
    void shouldRefuseAnUnknownSourceWithARemedy() {
        assertThatThrownBy(() -> TurnPolicy.DEFAULT.with(Map.of("vad", "webrtc")))
                .hasMessage("vad: 'webrtc' is no source of speech evidence; use one of [energy, recognizer, silero]");
        assertThat(TurnPolicy.DEFAULT.with(Map.of("vad", "recognizer"))).isEqualTo(RECOGNIZER);
        assertThat(RECOGNIZER.fields()).containsEntry("vad", "recognizer");
    }

    @Test
    void shouldCountFramesThatTheSourceHasNoRoomFor() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        engines.stt.full = true;
        call.hear(talking, 400);
        assertThat(rig.metrics().value(LaneCounter.SOURCE_REFUSED)).isEqualTo(20);
        assertThat(call.state()).as("energy stands in").isEqualTo(FloorState.LISTENING);
    }

    @Test
    void shouldCountAndDropEvidenceThatIsNoneOrComesDuringAHold() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        long before = rig.metrics().value(LaneCounter.STRAY_EVENTS);
        engines.stt.events.evidence(20, Float.NaN);
        engines.stt.events.evidence(20, 2);
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STRAY_EVENTS)).isEqualTo(before + 2);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        engines.stt.events.evidence(20, SPEECH);
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STRAY_EVENTS)).isEqualTo(before + 3);
        assertThat(rig.metrics().value(LaneCounter.EVIDENCE)).isZero();
    }

    @Test
    void shouldTellTheSourceWhereLostFramesWere() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        call.hear(quiet, 20);
        long beforeMs = engines.stt.heardMs;
        call.lose(2);
        call.hear(quiet, 20);
        assertThat(engines.stt.heardMs).isEqualTo(beforeMs + 60);
        assertThat(engines.stt.heardFrames).as("concealed ones too").isEqualTo(4);
    }

    @Test
    void shouldFindEvidenceInTheJournalBitForBit() throws Exception {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        List<Long> given = new ArrayList<>();
        for (float score : new float[] {0, 0.1f, 0.69999996f, 0.7f, Float.MIN_VALUE, 1}) {
            call.hear(quiet, 20);
            engines.stt.events.evidence(engines.stt.heardMs, score);
            given.add(engines.stt.heardMs);
            given.add(SpeechEvidence.pack(SpeechSource.RECOGNIZER, score));
        }
        rig.poll();
        List<Long> found = new ArrayList<>();
        try (JournalFileReader reader =
                new JournalFileReader(new ByteArrayInputStream(journals.bytes(journals.count() - 1)), null)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                if (record.kind == RecordKind.INPUT && record.what == LaneEventType.SPEECH_EVIDENCE.ordinal()) {
                    found.add(record.a);
                    found.add(record.b);
                }
            }
        }
        assertThat(found).isEqualTo(given);
    }

    @Test
    void shouldNotCountEvidenceOfACallThatEndsAsStale() {
        givenIdleAfterGreeting();
        listenTo(SpeechSource.RECOGNIZER);
        engines.stt.holding = true;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        long before = rig.metrics().value(LaneCounter.STALE_DROPPED);
        engines.stt.events.evidence(engines.stt.heardMs, 1);
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(before);
        engines.stt.events.closed();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
    }
}
