package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.mock.MockLine;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SteppedLaneTest {
    private static final long TICK_NS = 5_000_000L;

    private long nowNs = 1_000_000_000L;
    private final SteppedLane lane = new SteppedLane(256, 1, new CallFactory(CallObserver.none()), () -> nowNs);
    private final EgressRing egress = lane.egressRing(64);

    @Test
    void shouldSendOneFrameEveryFourTicksOfTheTimeItIsTold() {
        Admission admission = lane.claim();
        assertThat(lane.claim()).as("a second call in a lane of one").isNull();
        open(admission);

        int voiced = 0;
        int frames = 0;
        for (int tick = 0; tick < 400; tick++) {
            nowNs += TICK_NS;
            lane.tick(nowNs, nowNs);
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                frames++;
                voiced += frame.silence ? 0 : 1;
                egress.release();
            }
        }

        assertThat(frames).isEqualTo(100);
        assertThat(voiced).isGreaterThan(80);
        assertThat(lane.metrics().value(LaneCounter.FRAMES_SENT)).isEqualTo(100);
        assertThat(lane.ringRefused()).isZero();
    }

    @Test
    void shouldGiveTheSlotBackWhenTheCallHasEnded() {
        Admission admission = lane.claim();
        open(admission);
        assertThat(lane.claim()).isNull();
        admission.publisher().publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, nowNs);
        lane.handleAll();

        assertThat(lane.claim()).isNotNull();
    }

    @Test
    void shouldMeasureEachEventOnceWhetherItComesAloneOrWithOthers() {
        long[] reads = {0};
        SteppedLane measured =
                new SteppedLane(16, 1, new CallFactory(CallObserver.none()), () -> ++reads[0] * 1_000_000L);
        LanePublisher publisher = measured.claim().publisher();
        for (int i = 0; i < 3; i++) {
            publisher.publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, nowNs);
        }
        measured.handleAll();
        assertThat(reads[0]).as("once before the batch, once after each event").isEqualTo(4);
        publisher.publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, nowNs);
        measured.handleAll();
        assertThat(reads[0])
                .as("the pause between two batches belongs to no event")
                .isEqualTo(6);
        Histogram cycles = measured.metrics().laneCycle.total();
        assertThat(cycles.getTotalCount()).isEqualTo(4);
        assertThat(cycles.getCountBetweenValues(900_000, 1_100_000)).isEqualTo(4);
    }

    @Test
    void shouldNotChargeThePauseAfterAFaultToTheNextEvent() {
        long[] clockNs = {0};
        boolean[] faulty = {true};
        SteppedLane measured = new SteppedLane(
                16,
                1,
                (event, sequence, admission, metrics, clock) -> {
                    if (faulty[0]) {
                        faulty[0] = false;
                        throw new IllegalStateException("no call today");
                    }
                    return null;
                },
                () -> clockNs[0] += 1_000_000L);
        LanePublisher publisher = measured.claim().publisher();
        publisher.publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, nowNs);
        publisher.publish(LaneEventType.OPEN, 0, 0, 0, null, nowNs);
        assertThatThrownBy(measured::handleAll).hasRootCauseMessage("no call today");
        clockNs[0] += 3_000_000_000L;
        measured.handleAll();
        assertThat(measured.metrics().laneCycle.total().getMaxValue()).isLessThan(10_000_000L);
    }

    private void open(Admission admission) {
        MockLine line = new MockLine(admission, egress, () -> nowNs);
        line.open(line.setup("01TESTTESTTESTTESTTESTTEST", "caller"));
        lane.handleAll();
    }
}
