package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SlowHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-CON-001")
class LoopWatchdogTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldCountAHandlerThatHeldItsLoop() throws Exception {
        AtomicLong nowNs = new AtomicLong();
        AtomicLong cpuNs = new AtomicLong();
        AtomicLong probes = new AtomicLong();
        try (EventLoops loops = EventLoops.open(1, "watched");
                LoopWatchdog watchdog = new LoopWatchdog(
                        loops,
                        "watched",
                        () -> {
                            probes.incrementAndGet();
                            return nowNs.get();
                        },
                        cpuNs::get)) {
            SlowHandlers slow = watchdog.loops().get(0);
            await(probes, 2);
            CountDownLatch held = new CountDownLatch(1);
            loops.next().execute(() -> {
                nowNs.addAndGet(45 * MS);
                cpuNs.addAndGet(30 * MS);
                held.countDown();
            });
            assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
            await(probes, probes.get() + 2);
            assertThat(slow.count()).isEqualTo(1);
            assertThat(slow.wallNs()).isEqualTo(40 * MS);
            assertThat(slow.cpuNs()).isEqualTo(30 * MS);
            loops.next().execute(() -> nowNs.addAndGet(45 * MS));
            await(probes, probes.get() + 3);
            assertThat(slow.count()).as("a loop that the machine did not run").isEqualTo(1);
            assertThat(slow.waits()).isEqualTo(1);
            await(probes, probes.get() + 3);
            assertThat(slow.count()).as("a loop that is prompt again").isEqualTo(1);
        }
    }

    private static void await(AtomicLong probes, long atLeast) throws InterruptedException {
        long limitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (probes.get() < atLeast) {
            assertThat(System.nanoTime() - limitNs).as("waited for probes").isNegative();
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }
}
