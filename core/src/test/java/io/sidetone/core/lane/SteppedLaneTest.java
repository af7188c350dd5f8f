package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.admission.Admission;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.EndCause;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.playout.EgressFrame;
import io.sidetone.core.playout.EgressRing;
import io.sidetone.core.port.MediaPort;
import io.sidetone.core.port.SignallingPort;
import io.sidetone.core.port.action.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import org.junit.jupiter.api.Test;

class SteppedLaneTest {
    private static final long TICK_NS = 5_000_000L;

    private long nowNs = 1_000_000_000L;
    private final SteppedLane lane = new SteppedLane(256, 1, CallObserver.none(), () -> nowNs);
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
        assertThat(lane.metrics().framesSent.value()).isEqualTo(100);
        assertThat(lane.ringRefused()).isZero();
    }

    @Test
    void shouldGiveTheSlotBackWhenTheCallHasEnded() {
        Admission admission = lane.claim();
        open(admission);
        admission.publisher().publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, nowNs);
        lane.handleAll();

        assertThat(lane.metrics().callsEnded.value()).isEqualTo(1);
        assertThat(lane.claim()).isNotNull();
    }

    private void open(Admission admission) {
        Ports ports = new Ports(admission);
        CallSetup setup = new CallSetup(
                "01TESTTESTTESTTESTTESTTEST",
                "external",
                "test",
                "agent",
                "caller",
                "callee",
                new MockRecognizer(),
                new MockDialogue(MockBehaviour.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                ports,
                ports,
                42,
                1_700_000_000_000L,
                nowNs,
                "");
        admission.publisher().publish(LaneEventType.OPEN, 0, 0, 0, setup, nowNs);
        admission.publisher().publish(LaneEventType.ANSWERED, 0, 0, 0, null, nowNs);
        lane.handleAll();
    }

    private final class Ports implements MediaPort, SignallingPort {
        private final Admission admission;
        private int released;

        Ports(Admission admission) {
            this.admission = admission;
        }

        @Override
        public EgressRing egress() {
            return egress;
        }

        @Override
        public int sampleRateHz() {
            return 8_000;
        }

        @Override
        public void answer() {}

        @Override
        public void end(EndCause cause) {}

        @Override
        public void release() {
            admission.publisher().publish(LaneEventType.RELEASED, 0, 0, 0, "test " + ++released, nowNs);
        }
    }
}
