package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AudioGapsTest {
    private static final long MS = 1_000_000L;

    private final AudioGaps gaps = new AudioGaps(8_000);
    private long nowNs = 7 * MS;
    private long position = 1_000;

    private String frame(long refused) {
        String said = gaps.frame(position, 160, refused, nowNs);
        position += 160;
        nowNs += 20 * MS;
        return said;
    }

    @Test
    void shouldSayNothingOfAStreamThatComesInTime() {
        for (int i = 0; i < 100; i++) {
            assertThat(frame(0)).isNull();
        }
        assertThat(gaps.refused()).isZero();
    }

    @Test
    void shouldSayHowMuchTheLaneRefusedOnceASecond() {
        frame(0);
        position += 5 * 160;
        assertThat(frame(5)).contains("5 frames").contains("100 ms");
        for (int i = 0; i < 40; i++) {
            position += 160;
            assertThat(frame(6 + i)).isNull();
        }
        nowNs += 1_000 * MS;
        position += 160;
        assertThat(frame(46)).contains("41 frames");
        assertThat(gaps.refused()).isEqualTo(46);
    }

    @Test
    void shouldSayThatAudioCameLateWhenNothingOfItIsMissing() {
        frame(0);
        nowNs += 735 * MS;
        assertThat(frame(0)).contains("755 ms");
        assertThat(frame(0)).isNull();
    }

    @Test
    void shouldSayNothingOfAPauseInTheStreamItself() {
        frame(0);
        nowNs += 735 * MS;
        position += 37 * 160;
        assertThat(frame(0)).isNull();
        gaps.forget();
        nowNs += 60_000 * MS;
        assertThat(frame(0)).isNull();
    }
}
