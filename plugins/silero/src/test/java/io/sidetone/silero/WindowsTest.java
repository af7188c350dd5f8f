package io.sidetone.silero;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WindowsTest {
    @Test
    @Tag("VAN-07")
    void shouldPutTheThresholdOfTheNetworkWhereThatOfCallsIs() {
        assertThat(Windows.score(0)).isZero();
        assertThat(Windows.score(0.5f)).isEqualTo(0.7f);
        assertThat(Windows.score(Math.nextDown(0.5f))).isLessThan(0.7f);
        assertThat(Windows.score(1)).isEqualTo(1);
    }

    @Test
    void shouldKeepOrderAndStayInRange() {
        float before = -1;
        for (int i = 0; i <= 10_000; i++) {
            float score = Windows.score(i / 10_000f);
            assertThat(score).isBetween(0f, 1f).isGreaterThan(before);
            before = score;
        }
    }

    @Test
    void shouldHaveTheSizesOfTheNetwork() {
        assertThat(Windows.samples(8_000)).isEqualTo(256);
        assertThat(Windows.context(8_000)).isEqualTo(32);
        assertThat(Windows.samples(16_000)).isEqualTo(512);
        assertThat(Windows.context(16_000)).isEqualTo(64);
        assertThat(Windows.knows(24_000)).isFalse();
    }
}
