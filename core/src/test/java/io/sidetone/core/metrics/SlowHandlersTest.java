package io.sidetone.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-CON-001")
class SlowHandlersTest {
    private static final long MS = 1_000_000;

    private final SlowHandlers slow = new SlowHandlers();
    private long cpuNs = 100 * MS;

    @Test
    void shouldCountOnlyWhatComputesForLongerThanFiveMilliseconds() {
        slow.watch("lane-0", () -> cpuNs);
        slow.mark();
        cpuNs += 5 * MS;
        slow.check("TICK", 0, 7 * MS);
        assertThat(slow.count()).isZero();
        cpuNs += 5 * MS + 1;
        slow.check("TICK", 0, 5 * MS + 1);
        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.wallNs()).isEqualTo(5 * MS + 1);
    }

    @Test
    void shouldNotBlameAHandlerForAThreadThatTheMachineDidNotRun() {
        slow.watch("lane-0", () -> cpuNs);
        slow.mark();
        cpuNs += 2 * MS;
        slow.check("AUDIO", 10 * MS, 30 * MS);
        assertThat(slow.count()).as("handlers at fault").isZero();
        assertThat(slow.wallNs()).isZero();
        assertThat(slow.waits()).isEqualTo(1);
        assertThat(slow.waitNs()).isEqualTo(20 * MS);
        slow.mark();
        cpuNs += 50 * MS;
        slow.check("AUDIO", 30 * MS, 50 * MS);
        assertThat(slow.cpuNs()).as("never more than its wall time").isEqualTo(20 * MS);
        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.waits()).isEqualTo(1);
    }

    @Test
    void shouldCountTheSameProcessorTimeOnceWhenTwoHandlersInARowAreLate() {
        slow.watch("lane-0", () -> cpuNs);
        slow.mark();
        cpuNs += 6 * MS;
        slow.check("AUDIO", 0, 20 * MS);
        slow.check("DIGIT", 20 * MS, 40 * MS);
        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.waits()).isEqualTo(1);
    }
}
