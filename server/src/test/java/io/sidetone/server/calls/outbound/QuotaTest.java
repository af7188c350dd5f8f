package io.sidetone.server.calls.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuotaTest {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldAllowSoManyInAnyHour() {
        HourlyQuota quota = new HourlyQuota();
        assertThat(quota.take(2, 0)).isZero();
        assertThat(quota.take(2, 30 * MINUTE_NS)).isZero();
        assertThat(quota.take(2, 59 * MINUTE_NS)).isEqualTo(MINUTE_NS);
        assertThat(quota.take(2, 60 * MINUTE_NS)).isZero();
        assertThat(quota.take(2, 61 * MINUTE_NS)).isEqualTo(29 * MINUTE_NS);
    }

    @Test
    void shouldCountNoCallThatWasNotPlaced() {
        HourlyQuota quota = new HourlyQuota();
        assertThat(quota.take(1, 0)).isZero();
        quota.giveBack();
        assertThat(quota.take(1, 1)).isZero();
    }

    @Test
    void shouldKeepThePaceOfEachTrunk() {
        PaceLimits paces = new PaceLimits();
        for (int i = 0; i < 5; i++) {
            assertThat(paces.wait("carrier", 5, 0)).as("call %d", i).isZero();
        }
        assertThat(paces.wait("carrier", 5, 0)).isEqualTo(SECOND_NS / 5);
        assertThat(paces.wait("other", 5, 0)).isZero();
        assertThat(paces.wait("carrier", 5, SECOND_NS / 5)).isZero();
        assertThat(paces.wait("carrier", 5, SECOND_NS / 5)).isPositive();
    }
}
