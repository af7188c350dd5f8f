package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.mock.MockLine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real thing: Disruptor, lane thread, ticks. Asserts what happens, never how fast. */
@Tag("CARD-04")
class LanesTest {
    @Test
    void shouldRunACallFromAdmissionToReleaseOnItsLane() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Semaphore frames = new Semaphore(0);
        CallObserver observer = (call, event) -> {
            if (event instanceof CallObserver.Ended) {
                ended.countDown();
            }
        };
        try (Lanes lanes = new Lanes(
                new LaneSettings(2, 256, 2, WaitKind.BLOCKING), new CallFactory(observer), System::nanoTime)) {
            Admission admission = lanes.claim();
            assertThat(lanes.claim()).isNotNull();
            assertThat(lanes.claim()).as("a third call in a table of two").isNull();
            EgressRing ring = new EgressRing(256, frames::release);
            lanes.register(admission.lane(), ring);
            MockLine line = new MockLine(admission, ring, System::nanoTime);
            line.open(line.setup("01TESTTESTTESTTESTTESTTEST", "a"));
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
            line.hangUp();
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldRestWhileThereIsNoCallAndTickAgainWhenThereIsOne() throws Exception {
        AtomicLong aheadNs = new AtomicLong();
        NanoClock clock = () -> System.nanoTime() + aheadNs.get();
        try (Lanes lanes = new Lanes(
                new LaneSettings(1, 256, 2, WaitKind.BLOCKING), new CallFactory(CallObserver.none()), clock)) {
            Admission first = lanes.claim();
            EgressRing ring = new EgressRing(256, () -> {});
            lanes.register(first.lane(), ring);
            assertThat(ticks(lanes)).as("claimed only").isZero();
            MockLine line = new MockLine(first, ring, clock);
            line.open(line.setup("01TESTTESTTESTTESTTESTTEST", "a"));
            awaitTicks(lanes, 10);
            line.hangUp();
            long before = -1;
            while (ticks(lanes) != before) {
                before = ticks(lanes);
                TimeUnit.MILLISECONDS.sleep(200);
            }
            // An hour without calls.
            aheadNs.addAndGet(TimeUnit.HOURS.toNanos(1));

            MockLine second = new MockLine(lanes.claim(), ring, clock);
            second.open(second.setup("02TESTTESTTESTTESTTESTTEST", "a"));

            awaitTicks(lanes, before + 10);
            assertThat(ticks(lanes)).as("the hour is not made up for").isLessThan(before + 10_000);
        }
    }

    private static long ticks(Lanes lanes) {
        return lanes.tickLateness().get(0).total().getTotalCount();
    }

    private static void awaitTicks(Lanes lanes, long atLeast) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (ticks(lanes) < atLeast) {
            assertThat(System.nanoTime() - limitNs).as("waited for ticks").isNegative();
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
