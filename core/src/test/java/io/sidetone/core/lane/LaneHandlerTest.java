package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.LaneCounter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the lane does with its calls, whatever a call is. */
class LaneHandlerTest {
    private static final long TICK_NS = 5_000_000L;

    private final List<String> seen = new ArrayList<>();
    private boolean refused;
    private boolean ended;
    private RuntimeException fault;
    private long nowNs;
    private final SteppedLane lane = new SteppedLane(
            64, 1, (open, sequence, admission, metrics, clock) -> refused ? null : new NotedCall(), () -> nowNs);

    private Admission open() {
        Admission admission = lane.claim();
        admission.publisher().publish(LaneEventType.OPEN, 0, 0, 0, "set-up", nowNs);
        lane.handleAll();
        return admission;
    }

    private void tick() {
        nowNs += TICK_NS;
        lane.tick(nowNs, nowNs);
    }

    @Test
    void shouldServeACallOnceInFourTicksAndSayWhenItWasHandled() {
        Admission admission = open();
        for (int i = 0; i < 8; i++) {
            tick();
        }
        admission.publisher().publish(LaneEventType.DIGIT, 0, '1', 0, null, nowNs);
        lane.handleAll();
        assertThat(seen).containsExactly("open", "handled", "tick", "handled", "tick", "handled", "DIGIT", "handled");
    }

    @Test
    void shouldGiveACallItsFaultAndGoOnWhenItThrows() {
        fault = new IllegalStateException("broken");
        Admission admission = open();
        admission.publisher().publish(LaneEventType.DIGIT, 0, '1', 0, null, nowNs);
        lane.handleAll();
        tick();
        assertThat(seen)
                .containsExactly(
                        "open", "broken", "handled", "DIGIT", "broken", "handled", "tick", "broken", "handled");
    }

    @Test
    void shouldForgetACallWhenItHasEnded() {
        Admission admission = open();
        assertThat(lane.claim()).as("a second call in a lane of one").isNull();
        ended = true;
        admission.publisher().publish(LaneEventType.DIGIT, 0, '1', 0, null, nowNs);
        admission.publisher().publish(LaneEventType.DIGIT, 0, '2', 0, null, nowNs);
        lane.handleAll();
        assertThat(seen).containsExactly("open", "handled", "DIGIT", "handled", "closed");
        assertThat(lane.metrics().value(LaneCounter.STRAY_EVENTS)).isEqualTo(1);
        assertThat(lane.claim()).isNotNull();
    }

    @Test
    void shouldGiveTheSlotBackWhenNoCallCouldBeMade() {
        refused = true;
        Admission admission = open();
        admission.publisher().publish(LaneEventType.DIGIT, 0, '1', 0, null, nowNs);
        lane.handleAll();
        assertThat(seen).isEmpty();
        assertThat(lane.metrics().value(LaneCounter.STRAY_EVENTS)).isEqualTo(1);
        assertThat(lane.claim()).isNotNull();
    }

    private final class NotedCall implements LaneCall {
        private void note(String what) {
            seen.add(what);
            if (fault != null) {
                throw fault;
            }
        }

        @Override
        public void open(long sequence, long now) {
            note("open");
        }

        @Override
        public void onEvent(LaneEvent event, long sequence) {
            note(event.type().name());
        }

        @Override
        public void onTick(long deadlineNs, long now, long sequence) {
            note("tick");
        }

        @Override
        public void fault(Throwable error) {
            seen.add(error.getMessage());
        }

        @Override
        public void handled() {
            seen.add("handled");
        }

        @Override
        public boolean ended() {
            return ended;
        }

        @Override
        public void closed() {
            seen.add("closed");
        }
    }
}
