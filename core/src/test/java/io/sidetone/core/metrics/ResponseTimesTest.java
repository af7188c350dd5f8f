package io.sidetone.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResponseTimesTest {
    private final ResponseTimes times = new ResponseTimes();

    @Test
    void shouldBeZeroWhenThereWasNoResponse() {
        assertThat(times.newestMs()).isZero();
        assertThat(times.worstMs()).isZero();
        assertThat(times.p95Ms()).isZero();
    }

    @Test
    void shouldBeTheOnlyOneWhenThereWasOne() {
        times.add(700);
        assertThat(times.p95Ms()).isEqualTo(700);
    }

    @Test
    void shouldLeaveTheWorstFiveOfAHundredOut() {
        for (int ms = 1; ms <= 60; ms++) {
            times.add(ms);
        }
        assertThat(times.p95Ms()).isEqualTo(57);
        assertThat(times.newestMs()).isEqualTo(60);
    }

    @Test
    void shouldForgetTheOldestButNotTheWorstWhenThereAreMany() {
        times.add(9_000);
        for (int i = 0; i < 64; i++) {
            times.add(100);
        }
        assertThat(times.p95Ms()).isEqualTo(100);
        assertThat(times.worstMs()).isEqualTo(9_000);
    }
}
