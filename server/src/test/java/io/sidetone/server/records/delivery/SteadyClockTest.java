package io.sidetone.server.records.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

    private long wallMs = 1_700_000_000_000L;
    private long ns = -5;
    private final SteadyClock clock = new SteadyClock(() -> wallMs, () -> ns);

    private void pass(long ms) {
        wallMs += ms;
        ns += ms * 1_000_000;
    }

    @Test
    void shouldRemoveNothingInTheFirstTenMinutes() {
        assertThat(clock.mayRemove(1, 100)).isFalse();
        pass(599_999);
        assertThat(clock.mayRemove(1, 100)).isFalse();
        pass(1);
        assertThat(clock.mayRemove(1, 100)).isTrue();
    }

    @Test
    void shouldRemoveNoMoreThanHalfAtOnceOnTheFirstDay() {
        pass(600_000);
        assertThat(clock.mayRemove(50, 100)).isTrue();
        assertThat(clock.mayRemove(51, 100)).isFalse();
        assertThat(clock.mayRemove(3, 3)).isFalse();
        pass(DAY_MS);
        assertThat(clock.mayRemove(3, 3)).isTrue();
    }

    @Test
    void shouldDoubtAgainAfterAJumpInEitherDirection() {
        pass(2 * DAY_MS);
        assertThat(clock.mayRemove(3, 3)).isTrue();
        for (long jumpMs : new long[] {400 * DAY_MS, -400 * DAY_MS, 3_600_000}) {
            wallMs += jumpMs;
            assertThat(clock.mayRemove(1, 100)).as("%d ms", jumpMs).isFalse();
            pass(600_000);
            assertThat(clock.mayRemove(1, 100)).isTrue();
            assertThat(clock.mayRemove(90, 100)).isFalse();
            pass(DAY_MS);
            assertThat(clock.mayRemove(90, 100)).isTrue();
        }
    }

    @Test
    void shouldNotMindWhatATimeServerCorrects() {
        pass(DAY_MS);
        for (int i = 0; i < 100; i++) {
            wallMs += 900;
            pass(60_000);
            assertThat(clock.mayRemove(3, 3)).isTrue();
        }
    }
}
