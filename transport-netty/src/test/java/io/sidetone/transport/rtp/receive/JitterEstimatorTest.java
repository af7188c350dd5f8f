package io.sidetone.transport.rtp.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JitterEstimatorTest {
    private static final long MS = 1_000_000L;
    private final JitterEstimator jitter = new JitterEstimator(8000);

    @Test
    void shouldStayAtZeroWhenPacketsComeOnTime() {
        for (int i = 0; i < 200; i++) {
            jitter.update(0xFFFFFF00 + i * 160, 7 * MS + i * 20 * MS);
        }
        assertThat(jitter.jitter()).isZero();
    }

    @Test
    void shouldApproachTheMeanDifferenceWhenArrivalAlternates() {
        for (int i = 0; i < 400; i++) {
            jitter.update(i * 160, i * 20 * MS + i % 2 * 5 * MS);
        }
        assertThat(jitter.jitter()).isBetween(39, 40);
        assertThat(jitter.jitterMicros()).isBetween(4_900L, 5_000L);
    }

    @Test
    void shouldFollowTheIntegerFormOfTheStandard() {
        jitter.update(0, 0);
        jitter.update(160, 30 * MS);
        assertThat(jitter.jitter()).isEqualTo(80 / 16);
        jitter.update(320, 50 * MS);
        // 80 − ((80 + 8) >> 4) = 75
        assertThat(jitter.jitter()).isEqualTo(75 / 16);
    }

    @Test
    void shouldTakeARestartedClockForNoJitter() {
        jitter.update(0, 0);
        jitter.update(1_000_000_000, 20 * MS);
        assertThat(jitter.jitter()).isZero();
        jitter.update(1_000_000_160, 40 * MS);
        assertThat(jitter.jitter()).isZero();
    }
}
