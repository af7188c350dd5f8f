package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The hand-over from a lane to an event loop: in order, woken once, bounded. */
class LaneBridgeTest {
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final LaneBridge bridge = new LaneBridge(loop::add, () -> done.add("overflow"));

    private void post(String event) {
        bridge.post(() -> done.add(event));
    }

    private void turn() {
        for (Runnable task = loop.poll(); task != null; task = loop.poll()) {
            task.run();
        }
    }

    @Test
    void shouldRunInOrderAndWakeTheLoopOnce() {
        post("a");
        post("b");
        assertThat(done).as("nothing on the lane's thread").isEmpty();
        assertThat(loop).hasSize(1);
        turn();
        assertThat(done).containsExactly("a", "b");
        post("c");
        assertThat(loop).hasSize(1);
        bridge.drain();
        turn();
        assertThat(done).containsExactly("a", "b", "c");
    }

    @Test
    void shouldNotifyOnceBehindWhatFoundRoomWhenTheLoopStandsStill() {
        IntStream.range(0, 3 * LaneBridge.CAPACITY).forEach(i -> post("x"));
        turn();
        assertThat(done).hasSize(LaneBridge.CAPACITY + 1).last().isEqualTo("overflow");
        post("x");
        turn();
        assertThat(done).filteredOn("overflow"::equals).hasSize(1);
    }

    @Test
    void shouldNotFailTheLaneWhenTheLoopIsGone() {
        LaneBridge orphan = new LaneBridge(
                task -> {
                    throw new RejectedExecutionException("gone");
                },
                () -> done.add("overflow"));
        orphan.post(() -> done.add("x"));
        orphan.post(() -> done.add("x"));
        assertThat(done).isEmpty();
    }
}
