package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SlowHandlers;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which slow handlers are worth a line of the log: those that computed, not those that waited. */
class SlowHandlerLogTest {
    private static final long MS = 1_000_000;

    private final SlowHandlers slow = new SlowHandlers();
    private long cpuNs;

    private void took(String what, long wallMs, long cpuMs) {
        slow.mark();
        cpuNs += cpuMs * MS;
        slow.check(what, 0, wallMs * MS);
    }

    @ParameterizedTest
    @CsvSource({"6, 6, 1", "20, 20, 1", "300, 20, 1", "300, 2, 0", "21, 19, 1"})
    void shouldLogNothingUpToTwentyMillisecondsOfProcessorTime(long wallMs, long cpuMs, long counted) {
        String quiet = "QUIET-" + wallMs + "-" + cpuMs;
        try (LogWatch log = new LogWatch()) {
            slow.watch("lane-of-this-test", () -> cpuNs);
            took(quiet, wallMs, cpuMs);
            assertThat(slow.count()).isEqualTo(counted);
            took("LOUD", 30, 30);
            // The log writes in order: what was logged before is there, too.
            Eventually.holds(
                    "the line", () -> log.lines().stream().anyMatch(line -> line.contains("by LOUD for 30.0")));
            assertThat(log.lines()).noneMatch(line -> line.contains(quiet));
        }
    }

    @Test
    void shouldLogOnceASecond() {
        try (LogWatch log = new LogWatch()) {
            slow.watch("lane-once-a-second", () -> cpuNs);
            took("FIRST", 30, 30);
            took("SECOND", 900, 900);
            took("LATER", 1_030, 1_030);
            Eventually.holds(
                    "the line", () -> log.lines().stream().anyMatch(line -> line.contains("by LATER for 1030.0")));
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("lane-once-a-second"))
                    .hasSize(2)
                    .noneMatch(line -> line.contains("SECOND"));
        }
    }
}
