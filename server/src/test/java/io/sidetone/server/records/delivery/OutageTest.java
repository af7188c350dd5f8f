package io.sidetone.server.records.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.server.ops.logging.LogWatch;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageTest {
    private static final long S = 1_000_000_000L;

    @Test
    void shouldSayWhenItBeginsOnceAMinuteAndWhenItIsOver() {
        try (LogWatch log = new LogWatch()) {
            Outage outage = new Outage(LoggerFactory.getLogger(OutageTest.class), "The shop", "orders");
            for (long s = 0; s <= 130; s += 5) {
                outage.failed("closed", s * S);
            }
            assertThat(outage.why()).isEqualTo("closed");
            assertThat(outage.forNs(130 * S)).isEqualTo(130 * S);
            outage.over();
            outage.over();
            assertThat(outage.why()).isNull();
            assertThat(outage.forNs(200 * S)).isZero();
            assertThat(log.lines().stream()
                            .filter(line -> line.contains("The shop"))
                            .map(line -> line.substring(line.indexOf("The shop"))))
                    .containsExactly(
                            "The shop takes nothing (closed); orders wait in the spool",
                            "The shop has taken nothing for 1 min (closed); orders wait in the spool",
                            "The shop has taken nothing for 2 min (closed); orders wait in the spool",
                            "The shop takes orders again");
        }
    }
}
