package io.sidetone.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.turn.Degradation.Cause;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-REQ-009")
class DegradationTest {
    private static final long MS = 1_000_000L;
    private static final int LIMIT_MS = 5_000;

    private final Degradation degradation = new Degradation();
    private long nowNs = 77 * MS;

    DegradationTest() {
        degradation.restart(nowNs);
    }

    private boolean silent() {
        return degradation.silent(LIMIT_MS, nowNs);
    }

    @Test
    void shouldBeSilentWhenNothingCame() {
        nowNs += 4_999 * MS;
        assertThat(silent()).isFalse();
        nowNs += MS;
        assertThat(silent()).isTrue();
        degradation.alive(nowNs);
        assertThat(silent()).isFalse();
    }

    @Test
    void shouldCountAudioNotTimeWhenASourceSaysNothingOfIt() {
        for (int i = 0; i < 249; i++) {
            nowNs += 100 * MS;
            degradation.frame(nowNs);
        }
        assertThat(silent()).isFalse();
        degradation.alive(nowNs);
        degradation.frame(nowNs);
        assertThat(silent()).isTrue();
        degradation.evidence(nowNs);
        assertThat(silent()).isFalse();
    }

    @Test
    void shouldBeSteadyWhenEvidenceFlowsForHalfASecond() {
        nowNs += 6_000 * MS;
        degradation.evidence(nowNs);
        for (int i = 0; i < 4; i++) {
            assertThat(degradation.steady(nowNs)).isFalse();
            nowNs += 125 * MS;
            degradation.evidence(nowNs);
        }
        assertThat(degradation.steady(nowNs)).isTrue();
        nowNs += 201 * MS;
        assertThat(degradation.steady(nowNs)).isFalse();
    }

    @Test
    void shouldTellNewsOnceAndKeepCausesApart() {
        assertThat(degradation.begin(Cause.MODEL)).isTrue();
        assertThat(degradation.begin(Cause.MODEL)).isFalse();
        assertThat(degradation.begin(Cause.RECOGNIZER)).isTrue();
        assertThat(degradation.end(Cause.MODEL)).isTrue();
        assertThat(degradation.end(Cause.MODEL)).isFalse();
        assertThat(degradation.missing(Cause.MODEL)).isFalse();
        assertThat(degradation.any()).isTrue();
        degradation.end(Cause.RECOGNIZER);
        assertThat(degradation.any()).isFalse();
    }
}
