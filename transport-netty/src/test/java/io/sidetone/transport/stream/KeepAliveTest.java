package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.lane.LaneEventType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeepAliveTest {
    private final List<LaneEventType> published = new ArrayList<>();
    private final List<Runnable> timers = new ArrayList<>();
    private final List<Long> delaysMs = new ArrayList<>();
    private boolean quiet = true;
    private final KeepAlive keepAlive = new KeepAlive(new RecordingCall(), this::after, 2_000, () -> 7L, () -> quiet);

    private final class RecordingCall extends FakeClientCall {
        @Override
        public void publish(LaneEventType type, long token, long a, long b, Object ref, long nowNs) {
            assertThat(nowNs).isEqualTo(7);
            published.add(type);
        }
    }

    private Runnable after(long delayMs, Runnable task) {
        delaysMs.add(delayMs);
        timers.add(task);
        return () -> timers.remove(task);
    }

    private void pass() {
        timers.remove(0).run();
    }

    @Test
    void shouldPublishAfterEachIntervalWhenTheClientIsQuiet() {
        keepAlive.start();
        assertThat(published).isEmpty();

        pass();
        pass();

        assertThat(published).containsExactly(LaneEventType.MEDIA_ALIVE, LaneEventType.MEDIA_ALIVE);
        assertThat(delaysMs).containsExactly(2_000L, 2_000L, 2_000L);
    }

    @Test
    void shouldPublishAtOnceWhenItBeginsWithABeat() {
        keepAlive.beat();

        assertThat(published).containsExactly(LaneEventType.MEDIA_ALIVE);
        assertThat(timers).hasSize(1);
    }

    @Test
    void shouldWaitWhenAudioShowsThatTheClientIsThere() {
        quiet = false;
        keepAlive.start();
        pass();
        assertThat(published).isEmpty();

        quiet = true;
        pass();
        assertThat(published).hasSize(1);
    }

    @Test
    void shouldTakeTheTimerBackWhenStopped() {
        keepAlive.start();
        keepAlive.stop();
        keepAlive.start();
        keepAlive.beat();

        assertThat(timers).isEmpty();
        assertThat(published).isEmpty();
    }
}
