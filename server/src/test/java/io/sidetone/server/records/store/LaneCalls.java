package io.sidetone.server.records.store;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
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
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;

/** Real calls on a lane without threads and on a clock of its own: greeting, hang-up. */
public final class LaneCalls implements CallObserver {
    private static final long TICK_NS = 5_000_000L;

    private final CallObserver observer;
    private final AlertThresholds alerts;
    private final SteppedLane lane;
    private final EgressRing egress;
    private long nowNs = 1_000_000_000L;
    private int made;
    private CallRecord last;
    private MockLine line;

    public LaneCalls(CallObserver observer) {
        this(observer, 15_000);
    }

    LaneCalls(CallObserver observer, int respondingLimitMs) {
        this.observer = observer;
        this.alerts = new AlertThresholds(5_000, respondingLimitMs, 5);
        this.lane = new SteppedLane(1_024, 4, new CallFactory(this), () -> nowNs);
        this.egress = lane.egressRing(64);
    }

    /** A call from {@code from} that has begun. */
    public Admission begin(String from) {
        return begin(from, new MockDialogue(MockBehavior.DEFAULT, null));
    }

    /** The same with a model of its own. */
    public Admission begin(String from, DialogueModel dialogue) {
        Admission admission = lane.claim();
        line = new MockLine(admission, egress, () -> nowNs);
        line.open(line.setup(
                String.format("01TESTTESTTESTTEST%08d", ++made),
                from,
                new MockRecognizer(),
                dialogue,
                new MockSynthesizer(1),
                TurnPolicy.DEFAULT,
                alerts));
        lane.handleAll();
        return admission;
    }

    /** Lets {@code ms} pass. */
    public void pass(long ms) {
        for (long t = 0; t < ms; t += 5) {
            nowNs += TICK_NS;
            lane.tick(nowNs, nowNs);
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                egress.release();
            }
        }
    }

    /** The caller of the call that began last sends one frame of 20 ms; the lane takes it at once. */
    public void hear(short[] frame) {
        line.hear(frame, nowNs);
        lane.handleAll();
    }

    /** The lane is held for {@code ms}: no tick comes. */
    public void stall(long ms) {
        nowNs += ms * 1_000_000L;
    }

    /** The lanes' clock. */
    public long nowNs() {
        return nowNs;
    }

    /** The caller hangs up. */
    public void end(Admission admission) {
        publish(admission, LaneEventType.HANG_UP, EndCause.CALLER_HUNG_UP);
    }

    /** Something happens to the call. */
    public void publish(Admission admission, LaneEventType type, Object ref) {
        admission.publisher().publish(type, 0, 0, 0, ref, nowNs);
        lane.handleAll();
    }

    /** A whole call in which the greeting is heard; returns what it published. */
    CallRecord whole(String from) {
        Admission call = begin(from);
        pass(4_000);
        end(call);
        return last;
    }

    /** The call that began last. */
    public CallRecord last() {
        return last;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Opened) {
            last = call;
        }
        observer.on(call, event);
    }
}
