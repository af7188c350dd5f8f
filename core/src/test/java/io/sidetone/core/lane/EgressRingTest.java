package io.sidetone.core.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EgressRingTest {
    private final AtomicInteger woken = new AtomicInteger();
    private final EgressRing ring = new EgressRing(4, woken::incrementAndGet);

    @Test
    void shouldRefuseAndCountWhenTheLoopIsAWholeRingBehind() {
        for (int i = 0; i < 4; i++) {
            ring.claim().mediaIndex = i;
            ring.publish();
        }
        assertThat(ring.claim()).isNull();
        assertThat(ring.refused().value()).isEqualTo(1);
        assertThat(ring.peek().mediaIndex).isZero();
        ring.release();
        assertThat(ring.claim()).isNotNull();
    }

    @Test
    void shouldWakeOnceWhenSeveralFramesWerePublished() {
        ring.wakeUp();
        assertThat(woken).hasValue(0);
        for (int i = 0; i < 3; i++) {
            ring.claim();
            ring.publish();
        }
        ring.wakeUp();
        ring.wakeUp();
        assertThat(woken).hasValue(1);
    }

    @Test
    void shouldPassEveryFrameOnceAndInOrderWhenTwoThreadsUseIt() throws Exception {
        int frames = 200_000;
        EgressRing shared = new EgressRing(64, () -> {});
        long[] sum = new long[1];
        Thread consumer = new Thread(() -> {
            long expected = 0;
            while (expected < frames) {
                EgressFrame frame = shared.peek();
                if (frame == null) {
                    Thread.yield();
                    continue;
                }
                sum[0] += frame.mediaIndex == expected ? 1 : 0;
                expected++;
                shared.release();
            }
        });
        consumer.start();
        for (int i = 0; i < frames; ) {
            EgressFrame frame = shared.claim();
            if (frame == null) {
                Thread.yield();
                continue;
            }
            frame.mediaIndex = i++;
            shared.publish();
        }
        consumer.join(60_000);
        assertThat(sum[0]).isEqualTo(frames);
    }

    @Test
    void shouldNameTheRuleWhenTheCapacityIsNoPowerOfTwo() {
        assertThatThrownBy(() -> new EgressRing(100, () -> {}))
                .hasMessageContaining("100")
                .hasMessageContaining("power of two");
    }
}
