package io.sidetone.transport.rtp.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LossPatternTest {
    private final LossPattern pattern = new LossPattern();

    private void received(int count) {
        for (int i = 0; i < count; i++) {
            pattern.received();
        }
    }

    @Test
    void shouldSeeNoBurstWhenLossesAreFarApart() {
        received(100);
        pattern.lost(1);
        received(100);
        pattern.lost(1);
        received(98);
        assertThat(pattern.burstDensity()).isZero();
        assertThat(pattern.burstPackets()).isZero();
        assertThat(pattern.gapDensity()).isEqualTo(2 * 256 / 300);
        assertThat(pattern.gapPackets()).isEqualTo(300);
        assertThat(pattern.burstRatio()).isEqualTo(1);
    }

    @Test
    void shouldSeeABurstWhenLossesAreNear() {
        received(100);
        pattern.lost(2);
        received(5);
        pattern.lost(1);
        received(100);
        assertThat(pattern.burstPackets()).as("from the first loss to the last").isEqualTo(8);
        assertThat(pattern.burstDensity()).isEqualTo(3 * 256 / 8);
        assertThat(pattern.gapDensity()).isZero();
        assertThat(pattern.gapPackets()).as("one gap before, one after").isEqualTo(100);
        assertThat(pattern.lost()).isEqualTo(3);
        assertThat(pattern.inPlace()).isEqualTo(205);
        assertThat(pattern.burstRatio()).as("runs of 2 and 1").isEqualTo(1.5 * 205 / 208, within(1e-9));
    }

    @Test
    void shouldCountABurstThatIsNotOver() {
        received(20);
        pattern.lost(4);
        assertThat(pattern.burstPackets()).isEqualTo(4);
        assertThat(pattern.burstDensity()).isEqualTo(255);
    }
}
