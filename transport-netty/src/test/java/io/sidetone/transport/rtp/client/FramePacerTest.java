package io.sidetone.transport.rtp.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FramePacerTest {
    private static final long START = 123_456_789L;
    private final FramePacer pacer = new FramePacer(START);

    @Test
    void shouldKeepAbsoluteDeadlinesHoweverLateFramesAre() {
        for (long i = 0; i < 100; i++) {
            assertThat(pacer.deadlineNs()).isEqualTo(START + i * FramePacer.FRAME_NS);
            assertThat(pacer.take(pacer.deadlineNs() + i % 7 * 1_000_000)).isEqualTo(i);
        }
    }

    @Test
    void shouldCatchUpAFewFramesAndSkipTheRest() {
        assertThat(pacer.take(START)).isZero();
        long late = START + 10 * FramePacer.FRAME_NS;
        assertThat(pacer.take(late)).isEqualTo(8);
        assertThat(pacer.take(late)).isEqualTo(9);
        assertThat(pacer.take(late)).isEqualTo(10);
        assertThat(pacer.deadlineNs()).isEqualTo(START + 11 * FramePacer.FRAME_NS);
    }
}
