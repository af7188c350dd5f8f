package io.sidetone.tools.replay;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.journal.JournalCounter;
import io.sidetone.core.journal.JournalSettings;
import io.sidetone.core.journal.Journals;
import io.sidetone.core.journal.file.JournalKey;
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
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.server.calls.voice.SyntheticVoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A call with the mock engines on a lane whose time is made up, journaled to a file. */
public final class JournaledCall implements AutoCloseable {
    private static final String CALL_ID = "01REPLAYREPLAYREPLAYREPLAY";
    private static final long TICK_NS = 5_000_000L;
    private static final int TICKS_PER_FRAME = 4;
    private static final int FRAME_MS = 20;

    /** A tenth of what the ring of a journal holds. */
    private static final int FRAMES_AHEAD = 1_000;

    /** The thread that writes rests for 2 ms when nothing waits. */
    private static final long WRITER_PAUSES_NS = 10_000_000L;

    private final Path folder;
    private final Journals journals;
    private final SteppedLane lane;
    private final EgressRing egress;
    private final MockLine line;
    private final SyntheticVoice voice = new SyntheticVoice(8_000, 3, -20);
    private final short[] frame = new short[160];
    private long nowNs = 1_000_000_000L;
    private int heard;

    /** Begins a call of {@code from}; its journal goes to {@code folder}, encrypted when there is a key. */
    public JournaledCall(Path folder, String key, String from, MockBehavior model) throws IOException {
        this.folder = folder;
        JournalSettings settings = new JournalSettings(
                Set.of("desk")::contains,
                folder,
                1L << 30,
                Optional.ofNullable(key).flatMap(JournalKey::parse));
        journals = new Journals(settings, 1, () -> 5L).start();
        lane = new SteppedLane(1_024, 1, new CallFactory(CallObserver.none(), journals), () -> nowNs);
        egress = lane.egressRing(64);
        Admission admission = lane.claim();
        line = new MockLine(admission, egress, () -> nowNs);
        line.open(line.setup(
                CALL_ID,
                from,
                new MockRecognizer(),
                new MockDialogue(model, null),
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT));
    }

    /** The caller makes a noise like speech. */
    public JournaledCall talk(int ms) {
        return hear(ms, true);
    }

    /** The caller says nothing. */
    public JournaledCall quiet(int ms) {
        return hear(ms, false);
    }

    /** The caller types. */
    public JournaledCall type(String text) {
        line.publish(LaneEventType.TEXT_INPUT, text);
        lane.handleAll();
        return this;
    }

    /** This call is a thousand times faster than a real one: its journal must not fall behind by more than its ring holds. */
    private void awaitWritten() {
        long before;
        do {
            before = journals.counters().value(JournalCounter.RECORDS);
            LockSupport.parkNanos(WRITER_PAUSES_NS);
        } while (journals.counters().value(JournalCounter.RECORDS) != before);
    }

    private JournaledCall hear(int ms, boolean talking) {
        for (int i = 0; i < ms / FRAME_MS; i++) {
            if (++heard % FRAMES_AHEAD == 0) {
                awaitWritten();
            }
            java.util.Arrays.fill(frame, (short) 0);
            if (talking) {
                voice.fill(frame, 0, frame.length);
            }
            line.hear(frame, nowNs);
            for (int tick = 0; tick < TICKS_PER_FRAME; tick++) {
                nowNs += TICK_NS;
                lane.tick(nowNs, nowNs);
            }
            for (EgressFrame sent = egress.peek(); sent != null; sent = egress.peek()) {
                egress.release();
            }
        }
        return this;
    }

    /** The caller hangs up; returns the journal. */
    public Path end() {
        line.hangUp();
        lane.handleAll();
        close();
        return folder.resolve(CALL_ID + JournalFiles.SUFFIX);
    }

    @Override
    public void close() {
        journals.close();
    }
}
