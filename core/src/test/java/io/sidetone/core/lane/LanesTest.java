package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.admission.Admission;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.call.EndCause;
import io.sidetone.core.floor.FloorTransition;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real thing: Disruptor, lane thread, metronome. Asserts what happens, never how fast. */
@Tag("CARD-04")
class LanesTest {
    @Test
    void shouldRunACallFromAdmissionToReleaseOnItsLane() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Semaphore frames = new Semaphore(0);
        CallObserver observer = new CallObserver() {
            @Override
            public void opened(CallRecord call) {}

            @Override
            public void moved(CallRecord call, FloorTransition transition) {}

            @Override
            public void ended(CallRecord call) {
                ended.countDown();
            }
        };
        try (Lanes lanes = new Lanes(new LaneSettings(2, 256, 2, WaitKind.BLOCKING), observer, System::nanoTime)) {
            Admission admission = lanes.claim();
            assertThat(lanes.claim()).isNotNull();
            assertThat(lanes.claim()).as("a third call in a table of two").isNull();
            EgressRing ring = new EgressRing(256, frames::release);
            lanes.register(admission.lane(), ring);
            Ports ports = new Ports(admission, ring, new AtomicInteger());
            admission.publisher().publish(LaneEventType.OPEN, 0, 0, 0, setup(ports), System.nanoTime());
            admission.publisher().publish(LaneEventType.ANSWERED, 0, 0, 0, null, System.nanoTime());
            int voiced = 0;
            while (voiced < 10) {
                assertThat(frames.tryAcquire(20, TimeUnit.SECONDS))
                        .as("a wake-up")
                        .isTrue();
                for (EgressFrame f = ring.peek(); f != null; f = ring.peek()) {
                    voiced += f.silence ? 0 : 1;
                    ring.release();
                }
            }
            admission.publisher().publish(LaneEventType.HANG_UP, 0, 0, 0, EndCause.CALLER_HUNG_UP, System.nanoTime());
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static CallSetup setup(Ports ports) {
        return new CallSetup(
                "01TESTTESTTESTTESTTESTTEST",
                "x",
                "test",
                "mock",
                "a",
                "b",
                new MockRecognizer(),
                new MockDialogue(MockBehaviour.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                ports,
                ports,
                1,
                0,
                System.nanoTime(),
                "");
    }

    private record Ports(Admission admission, EgressRing egress, AtomicInteger released)
            implements MediaPort, SignallingPort {
        @Override
        public int sampleRateHz() {
            return 8000;
        }

        @Override
        public void answer() {}

        @Override
        public void end(EndCause cause) {}

        @Override
        public void release() {
            admission
                    .publisher()
                    .publish(LaneEventType.RELEASED, 0, 0, 0, "test " + released.incrementAndGet(), System.nanoTime());
        }
    }
}
