package io.sidetone.server.records.recording;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.journal.LaneRing;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.SharedCounters;

/** Offers the frames of one call, from its answer to its end, but not while it is paused. Lane thread only; allocates nothing. */
final class RecordingTap implements CallTap {
    private final RecordedCall call;
    private final LaneRing ring;
    private final SharedCounters<RecordingCounter> counters;
    private final JournalRecord record = new JournalRecord();
    private boolean unasked = true;
    private boolean answered;
    private boolean open;
    private boolean paused;
    private boolean ended;
    private long nowNs;

    RecordingTap(RecordedCall call, LaneRing ring, SharedCounters<RecordingCounter> counters) {
        this.call = call;
        this.ring = ring;
        this.counters = counters;
    }

    @Override
    public CallObserver observer(CallObserver given) {
        return CallObserver.all(given, this::observed);
    }

    @Override
    public void input(LaneEvent event, long sequence) {
        nowNs = event.nowNs();
        LaneEventType type = event.type();
        if (type == LaneEventType.AUDIO) {
            if (kept() && event.b() == call.sampleRateHz()) {
                record.begin(RecordKind.INPUT).a = event.a();
                offer(nowNs, event.pcm(), event.samples());
            }
        } else if (type == LaneEventType.ANSWERED && !answered) {
            answered = true;
            open = call.answered(unasked && event.a() == 0, nowNs);
        } else if (type == LaneEventType.AUTO_RESPONSE) {
            unasked = event.a() == 1;
        }
    }

    @Override
    public void frame(EgressFrame frame) {
        if (kept() && !frame.silence && frame.sampleRateHz == call.sampleRateHz()) {
            record.begin(RecordKind.FRAME);
            offer(frame.dueNs, frame.pcm, frame.samples);
        }
    }

    @Override
    public void control(EgressKind kind, long atNs) {
        if (open && !ended) {
            record.begin(RecordKind.NOTE).what = kind.ordinal();
            offer(atNs, record.pcm, 0);
        }
    }

    private boolean kept() {
        return open && !paused && !ended && call.going();
    }

    private void offer(long atNs, short[] pcm, int samples) {
        record.nowNs = atNs;
        record.samples = samples;
        if (samples > 0) {
            System.arraycopy(pcm, 0, record.pcm, 0, samples);
        }
        if (!ring.offer(call.id(), record)) {
            counters.increment(RecordingCounter.FRAMES_DROPPED);
        }
    }

    @Override
    public void recording(boolean on) {
        paused = !on;
        call.paused(paused);
    }

    private void end(long atNs) {
        ended = true;
        call.ended(atNs);
    }

    @Override
    public void closed() {
        if (!ended) {
            end(nowNs);
        }
    }

    /** The call ends before its engines are released: nothing that comes meanwhile belongs to it. */
    private void observed(CallRecord of, CallEvent event) {
        if (event instanceof FloorTransition moved && !moved.to().live() && !ended) {
            end(moved.nowNs());
        }
    }
}
