package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class LaneWaitTest {
    private static final long START_NS = 1_000_000_000_000L;
    private static final int UNWOKEN_MS = 100;

    private final AtomicLong nowNs = new AtomicLong(START_NS);
    private final Calls calls = new Calls();
    private final LaneWait wait = waiting(WaitKind.BLOCKING, TimeUnit.HOURS.toNanos(1));
    private final Sequence published = new Sequence();
    private final Barrier barrier = new Barrier();
    private volatile long got = -1;

    @Test
    void shouldNotSleepWhenThereIsAnEvent() throws Exception {
        published.set(4);

        assertThat(wait.waitFor(3, published, published, barrier)).isEqualTo(4);
    }

    @Test
    void shouldWakeAtOnceWhenAnEventWantsIt() throws Exception {
        Thread lane = asleep(0);

        published.set(0);
        wait.now(START_NS + 1);

        lane.join();
        assertThat(got).isZero();
    }

    @Test
    void shouldTellOnceThatSomethingMayStopTheAgentAndWakeForIt() throws Exception {
        wait.now(START_NS);
        assertThat(wait.takeUrgent()).as("an event that stops no agent").isFalse();
        Thread lane = asleep(0);

        published.set(0);
        wait.atOnce(START_NS + 1);

        lane.join();
        assertThat(wait.takeUrgent()).isTrue();
        assertThat(wait.takeUrgent()).as("again").isFalse();
    }

    @Test
    void shouldLetAFrameWaitWhenItWasWokenJustBefore() throws Exception {
        wait.now(START_NS);
        Thread lane = asleep(0);

        published.set(0);
        wait.signalAllWhenBlocking();
        wait.soon(START_NS + LaneWait.FRAMES_WAIT_NS - 1);

        lane.join(UNWOKEN_MS);
        assertThat(lane.isAlive()).as("still asleep").isTrue();
        wait.soon(START_NS + LaneWait.FRAMES_WAIT_NS);
        lane.join();
        assertThat(got).isZero();
    }

    @Test
    void shouldCountFromTheFrameThatWokeIt() throws Exception {
        Thread lane = asleep(0);
        published.set(0);
        wait.soon(START_NS);
        lane.join();
        lane = asleep(1);

        published.set(1);
        wait.soon(START_NS + LaneWait.FRAMES_WAIT_NS - 1);

        lane.join(UNWOKEN_MS);
        assertThat(lane.isAlive()).as("still asleep").isTrue();
        wait.now(START_NS + LaneWait.FRAMES_WAIT_NS);
        lane.join();
        assertThat(got).isEqualTo(1);
    }

    @Test
    void shouldWakeForTheFirstFrameAfterATick() throws Exception {
        calls.present = true;
        wait.waitFor(0, published, published, barrier);
        Thread lane = asleep(1);

        published.set(1);
        wait.soon(START_NS + 1);

        lane.join();
        assertThat(got).isEqualTo(1);
    }

    @Test
    void shouldEndWhenTheLaneIsToStopAndNobodyWakesIt() throws Exception {
        LaneWait shipped = new LaneWait(WaitKind.BLOCKING, nowNs::get);
        shipped.keep(new Pace(calls));
        barrier.alert();
        Thread lane = new Thread(() -> {
            try {
                shipped.waitFor(0, published, published, barrier);
            } catch (AlertException stopped) {
                got = Long.MAX_VALUE;
            }
        });

        lane.start();
        lane.join();

        assertThat(got).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotTickAnyMoreWhenTheLaneIsToStop() throws Exception {
        Thread lane = asleep(0);
        barrier.alert();
        calls.present = true;
        wait.now(START_NS + Pace.TICK_NS);
        lane.join();
        assertThat(got).isEqualTo(Long.MIN_VALUE);
        assertThat(published.get()).as("the last tick").isEqualTo(-1);

        assertThatThrownBy(() -> wait.waitFor(0, published, published, barrier)).isInstanceOf(AlertException.class);
        assertThat(published.get()).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheTimeOfTheLaneWhileItWaits(WaitKind kind) throws Exception {
        LaneWait waiting = waiting(kind, TimeUnit.MILLISECONDS.toNanos(1));
        calls.present = true;
        Thread lane = waitFor(waiting, 1);

        while (published.get() < 0) {
            Thread.onSpinWait();
        }
        nowNs.addAndGet(Pace.TICK_NS);
        lane.join();

        assertThat(got).as("the second tick").isEqualTo(1);
    }

    @Test
    void shouldPublishTheTicksThatAreDueWhenEventsNeverEnd() throws Exception {
        calls.present = true;
        wait.waitFor(0, published, published, barrier);
        nowNs.addAndGet(Pace.TICK_NS);

        assertThat(wait.waitFor(0, published, published, barrier)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BLOCKING")
    void shouldSeeAnEventWithoutBeingWokenWhenItDoesNotSleep(WaitKind kind) throws Exception {
        Thread lane = waitFor(waiting(kind, TimeUnit.HOURS.toNanos(1)), 0);

        published.set(0);

        lane.join();
        assertThat(got).isZero();
    }

    private LaneWait waiting(WaitKind kind, long longestSleepNs) {
        LaneWait waiting = new LaneWait(kind, nowNs::get, longestSleepNs);
        waiting.keep(new Pace(calls));
        return waiting;
    }

    private Thread waitFor(LaneWait waiting, long sequence) {
        Thread lane = new Thread(() -> {
            try {
                got = waiting.waitFor(sequence, published, published, barrier);
            } catch (AlertException unexpected) {
                got = Long.MIN_VALUE;
            }
        });
        lane.setDaemon(true);
        lane.start();
        return lane;
    }

    private Thread asleep(long sequence) throws InterruptedException {
        Thread lane = waitFor(wait, sequence);
        while (lane.getState() != Thread.State.TIMED_WAITING) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return lane;
    }

    private final class Calls implements Pace.Paced {
        private volatile boolean present;

        @Override
        public boolean atWork() {
            return present;
        }

        @Override
        public void tick(long number, long deadlineNs, long tickNs) {
            published.incrementAndGet();
        }
    }

    private static final class Barrier implements SequenceBarrier {
        private volatile boolean alerted;

        @Override
        public long waitFor(long sequence) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long getCursor() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isAlerted() {
            return alerted;
        }

        @Override
        public void alert() {
            alerted = true;
        }

        @Override
        public void clearAlert() {
            alerted = false;
        }

        @Override
        public void checkAlert() throws AlertException {
            if (alerted) {
                throw AlertException.INSTANCE;
            }
        }
    }
}
