package io.sidetone.transport.vela;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The hand-over from a lane to an event loop: in order, woken once, bounded. */
class VelaEventsTest {
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final VelaEvents events = new VelaEvents(loop::add, new Recorder());

    private void turn() {
        for (Runnable task = loop.poll(); task != null; task = loop.poll()) {
            task.run();
        }
    }

    @Test
    void shouldTellInOrderAndWakeTheLoopOnce() {
        events.partial(null, 1, "a");
        events.transcript(null, 1, "b");
        events.responseText(null, 2, "c");
        assertThat(told).as("nothing on the lane's thread").isEmpty();
        assertThat(loop).hasSize(1);
        turn();
        assertThat(told).containsExactly("partial a", "final b", "delta c");
        events.partial(null, 3, "d");
        assertThat(loop).hasSize(1);
        events.drain();
        turn();
        assertThat(told).endsWith("delta c", "partial d");
    }

    @Test
    void shouldSayThatTooMuchWaited() {
        for (int i = 0; i < 3 * VelaEvents.CAPACITY; i++) {
            events.partial(null, 1, "x");
        }
        turn();
        assertThat(told).hasSize(VelaEvents.CAPACITY + 1).last().isEqualTo("overflowed");
        events.partial(null, 1, "x");
        turn();
        assertThat(told).filteredOn("overflowed"::equals).as("once").hasSize(1);
    }

    @Test
    void shouldNotFailTheLaneWhenTheLoopIsGone() {
        VelaEvents orphan = new VelaEvents(
                task -> {
                    throw new RejectedExecutionException("gone");
                },
                new Recorder());
        orphan.partial(null, 1, "x");
        orphan.partial(null, 1, "x");
        assertThat(told).isEmpty();
    }

    private final class Recorder implements VelaEvents.Told {
        @Override
        public void opened(CallRecord call) {}

        @Override
        public void moved(FloorTransition move) {}

        @Override
        public void partial(long token, String text) {
            told.add("partial " + text);
        }

        @Override
        public void transcript(long token, String text) {
            told.add("final " + text);
        }

        @Override
        public void responseText(long token, String piece) {
            told.add("delta " + piece);
        }

        @Override
        public void responseDone(long token, boolean interrupted, String heard) {}

        @Override
        public void caption(Caption caption) {}

        @Override
        public void yielding(boolean on) {}

        @Override
        public void acting(long token, ActionCall action) {}

        @Override
        public void acted(ActionOutcome outcome) {}

        @Override
        public void problem(String code, String message, boolean retryable) {}

        @Override
        public void overflowed() {
            told.add("overflowed");
        }
    }
}
