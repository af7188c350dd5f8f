package io.sidetone.bench.stress;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.metrics.LaneCounter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An event loop and the lane itself publish more control events of one call than the ring holds, while the lane empties
 * it: each event arrives once, by the ring or after waiting for room.
 */
@JCStressTest
@State
@Outcome(id = "10, 0", expect = Expect.ACCEPTABLE, desc = "every event arrived once")
@Outcome(expect = Expect.FORBIDDEN, desc = "a control event was lost or came twice")
public class LaneRingStress {
    private static final int RING = 4;
    private static final int EVENTS = 4;

    private final SteppedLane lane = new SteppedLane(RING, 1, new CallFactory(CallObserver.none()), () -> 0);
    private final Admission call = lane.claim();

    /** One producer: an event loop. */
    @Actor
    public void loop() {
        publish(EVENTS);
    }

    /** The lane, whose ports publish as well. */
    @Actor
    public void lane() {
        lane.handleAll();
        publish(EVENTS);
        lane.handleAll();
    }

    private void publish(int events) {
        for (int i = 0; i < events; i++) {
            call.publisher().publish(LaneEventType.MEDIA_ALIVE, 0, 0, 0, null, 0);
        }
    }

    /** The next events send the waiting ones; no call was opened for them, so the lane counts them as strays. */
    @Arbiter
    public void rest(II_Result result) {
        lane.handleAll();
        publish(1);
        lane.handleAll();
        publish(1);
        lane.handleAll();
        result.r1 = (int) lane.metrics().value(LaneCounter.STRAY_EVENTS);
        result.r2 = call.publisher().overflowed() ? 1 : 0;
    }
}
