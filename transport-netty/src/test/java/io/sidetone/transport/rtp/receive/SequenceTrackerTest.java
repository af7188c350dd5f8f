package io.sidetone.transport.rtp.receive;

import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.JUMP;
import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.PROBATION;
import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.RESTARTED;
import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.SOURCE_CHANGED;
import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.STARTED;
import static io.sidetone.transport.rtp.receive.SequenceTracker.Verdict.VALID;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceTrackerTest {
    private static final int SSRC = 0x1234;
    private final SequenceTracker tracker = new SequenceTracker();

    @Test
    void shouldStartAtTheSecondPacketInSequence() {
        assertThat(tracker.update(SSRC, 10)).isEqualTo(PROBATION);
        assertThat(tracker.update(SSRC, 12)).isEqualTo(PROBATION);
        assertThat(tracker.active()).isFalse();
        assertThat(tracker.update(SSRC, 13)).isEqualTo(STARTED);
        assertThat(tracker.active()).isTrue();
        assertThat(tracker.cumulativeLost()).isZero();
    }

    @Test
    void shouldCountOnAcrossTheWrap() {
        tracker.begin(SSRC, 65534);
        long first = tracker.extended();
        assertThat(tracker.update(SSRC, 65535)).isEqualTo(VALID);
        assertThat(tracker.extended()).isEqualTo(first + 1);
        assertThat(tracker.update(SSRC, 1)).isEqualTo(VALID);
        assertThat(tracker.extended()).isEqualTo(first + 3);
        assertThat(tracker.update(SSRC, 0)).isEqualTo(VALID);
        assertThat(tracker.extended()).isEqualTo(first + 2);
        assertThat(tracker.update(SSRC, 65533)).isEqualTo(VALID);
        assertThat(tracker.extended()).isEqualTo(first - 1);
        assertThat(tracker.extendedHighestForReport()).isEqualTo(0x10001);
    }

    @Test
    void shouldGiveAPlaceBeforeTheFirstPacketWhenTheStreamBeginsAtZero() {
        tracker.begin(SSRC, 0);
        long first = tracker.extended();
        assertThat(tracker.update(SSRC, 65535)).isEqualTo(VALID);
        assertThat(tracker.extended()).isEqualTo(first - 1);
        assertThat(tracker.extendedHighestForReport()).isZero();
    }

    @Test
    void shouldTakeAJumpForARestartOnlyWhenItsSuccessorFollows() {
        tracker.begin(SSRC, 100);
        assertThat(tracker.update(SSRC, 30_000)).isEqualTo(JUMP);
        assertThat(tracker.update(SSRC, 101)).isEqualTo(VALID);
        assertThat(tracker.update(SSRC, 30_001)).isEqualTo(JUMP);
        assertThat(tracker.update(SSRC, 30_002)).isEqualTo(RESTARTED);
        assertThat(tracker.update(SSRC, 30_003)).isEqualTo(VALID);
        assertThat(tracker.cumulativeLost()).isZero();
    }

    @Test
    void shouldDistinguishDropoutFromJumpAndDisorderFromRestart() {
        tracker.begin(SSRC, 1000);
        assertThat(tracker.update(SSRC, 1000 + SequenceTracker.MAX_DROPOUT - 1)).isEqualTo(VALID);
        tracker.begin(SSRC, 1000);
        assertThat(tracker.update(SSRC, 1000 + SequenceTracker.MAX_DROPOUT)).isEqualTo(JUMP);
        tracker.begin(SSRC, 1000);
        assertThat(tracker.update(SSRC, 1000 - SequenceTracker.MAX_MISORDER + 1))
                .isEqualTo(VALID);
        tracker.begin(SSRC, 1000);
        assertThat(tracker.update(SSRC, 1000 - SequenceTracker.MAX_MISORDER)).isEqualTo(JUMP);
    }

    @Test
    void shouldChangeSourceAfterTwoPacketsInSequence() {
        tracker.begin(SSRC, 5);
        assertThat(tracker.update(77, 9000)).isEqualTo(PROBATION);
        assertThat(tracker.update(77, 9001)).isEqualTo(SOURCE_CHANGED);
        assertThat(tracker.ssrc()).isEqualTo(77);
        assertThat(tracker.update(77, 9002)).isEqualTo(VALID);
    }

    @Test
    void shouldStayWithTheSourceWhenAnotherIsInterleaved() {
        tracker.begin(SSRC, 5);
        for (int i = 0; i < 10; i++) {
            assertThat(tracker.update(77, 9000 + i)).isEqualTo(PROBATION);
            assertThat(tracker.update(SSRC, 6 + i)).isEqualTo(VALID);
        }
    }

    @Test
    void shouldSumLossAsReportBlocksDo() {
        tracker.begin(SSRC, 0);
        tracker.update(SSRC, 1);
        tracker.update(SSRC, 4);
        assertThat(tracker.cumulativeLost()).isEqualTo(2);
        assertThat(tracker.takeFractionLost()).isEqualTo(2 * 256 / 5);
        assertThat(tracker.takeFractionLost()).isZero();
        tracker.update(SSRC, 3);
        assertThat(tracker.cumulativeLost()).isEqualTo(1);
        assertThat(tracker.takeFractionLost()).isZero();
        tracker.update(SSRC, 4);
        tracker.update(SSRC, 4);
        assertThat(tracker.cumulativeLost()).isEqualTo(-1);
        tracker.update(SSRC, 104);
        assertThat(tracker.takeFractionLost()).isEqualTo(97 * 256 / 100);
    }
}
