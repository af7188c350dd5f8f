package io.sidetone.server.records.recording;

import io.sidetone.config.agent.RecordingConfig;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.calls.voice.SyntheticVoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** A call with the mock engines on a lane whose time is made up, recorded to a file. */
final class RecordedLane {
    static final String CALL_ID = "01RECRECRECRECRECRECRECREC";
    private static final long TICK_NS = 5_000_000L;
    private static final int TICKS_PER_FRAME = 4;
    private static final int FRAME_MS = 20;

    final Recordings recordings;
    final MockLine line;
    private final SteppedLane lane;
    private final EgressRing egress;
    private final SyntheticVoice voice = new SyntheticVoice(8_000, 3, -20);
    private final short[] frame = new short[160];
    private CallTap tap;
    private long nowNs = 1_000_000_000L;

    RecordedLane(Path folder, String consent, RecordingFolder.Disk disk, MockBehavior model) {
        this(
                new RecordingConfig(
                        Optional.of(folder),
                        Optional.of(consent),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ZERO,
                        0),
                disk,
                model,
                new RecordingUploads(new WebhookTransport(() -> 0, System::nanoTime, () -> 0)));
    }

    RecordedLane(RecordingConfig config, RecordingFolder.Disk disk, MockBehavior model, RecordingUploads uploads) {
        recordings = new Recordings(agent -> agent.equals("desk") ? config : null, 1, disk, uploads);
        lane = new SteppedLane(
                1_024,
                1,
                new CallFactory(CallObserver.none(), (number, setup, publisher, sequence, openedNs) -> {
                    tap = recordings.open(number, setup, publisher, sequence, openedNs);
                    return tap;
                }),
                () -> nowNs);
        egress = lane.egressRing(64);
        Admission admission = lane.claim();
        line = new MockLine(admission, egress, () -> nowNs);
        line.publish(
                LaneEventType.OPEN,
                line.setup(
                        CALL_ID,
                        "sip:alice@example.com",
                        new MockRecognizer(),
                        new MockDialogue(model, null),
                        new MockSynthesizer(1),
                        TurnPolicy.DEFAULT.with(PolicyNumber.NO_INPUT, 0),
                        AlertThresholds.DEFAULT));
        lane.handleAll();
    }

    /** The call is up; {@code callerFirst}: nobody is greeted. */
    RecordedLane answered(boolean callerFirst) {
        line.publish(LaneEventType.ANSWERED, callerFirst ? 1 : 0, null, nowNs);
        lane.handleAll();
        return this;
    }

    RecordedLane recording(boolean on) {
        line.publish(LaneEventType.RECORDING, on ? 1 : 0, null, nowNs);
        lane.handleAll();
        return this;
    }

    RecordedLane talk(int ms) {
        return hear(ms, true, true);
    }

    RecordedLane quiet(int ms) {
        return hear(ms, false, true);
    }

    /** Goes on for {@code ms} with a voice, while the recording thread does not run. */
    RecordedLane alone(int ms) {
        return hear(ms, true, false);
    }

    private RecordedLane hear(int ms, boolean talking, boolean writes) {
        for (int i = 0; i < ms / FRAME_MS; i++) {
            Arrays.fill(frame, (short) 0);
            if (talking) {
                voice.fill(frame, 0, frame.length);
            }
            step(frame);
            if (writes) {
                recordings.pass(nowNs);
            }
        }
        return this;
    }

    /** 20 ms of the lane: one frame in, one out. */
    void step(short[] heard) {
        line.hear(heard, nowNs);
        for (int tick = 0; tick < TICKS_PER_FRAME; tick++) {
            nowNs += TICK_NS;
            lane.tick(nowNs, nowNs);
        }
        for (EgressFrame sent = egress.peek(); sent != null; sent = egress.peek()) {
            egress.release();
        }
    }

    RecordedLane hangUp() {
        line.hangUp(nowNs);
        lane.handleAll();
        recordings.pass(nowNs);
        return this;
    }

    /** The caller hangs up, and is still heard for {@code ms} before the engines have released the call. */
    RecordedLane hangUpAndHeard(int ms) {
        line.hangUp(nowNs);
        for (int i = 0; i < ms / FRAME_MS; i++) {
            nowNs += FRAME_MS * 1_000_000L;
            voice.fill(frame, 0, frame.length);
            line.hear(frame, nowNs);
        }
        lane.handleAll();
        recordings.pass(nowNs);
        return this;
    }

    /** The tap of the call. */
    CallTap tap() {
        return tap;
    }

    long nowNs() {
        return nowNs;
    }

    RecordingStatus status() {
        return recordings.find(CALL_ID).status();
    }
}
