package io.sidetone.core.fence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CARD-06")
class FenceTest {
    private final Fence fence = new Fence();
    private final FenceAuditor auditor = new FenceAuditor();

    @Test
    void shouldOrderTokensBySequenceThenOrdinal() {
        assertThat(Token.of(0, 0)).isGreaterThan(Token.NONE);
        assertThat(Token.of(7, 15)).isLessThan(Token.of(8, 0)).isGreaterThan(Token.of(7, 14));
        assertThat(Token.of(1L << 50, 0)).isLessThan(Token.UNFENCED);
    }

    @Test
    void shouldKillEverythingAtOrBelowTheMarkAndNothingAbove() {
        fence.advance(Token.of(10, 1));
        assertThat(fence.isDead(Token.of(10, 0))).isTrue();
        assertThat(fence.isDead(Token.of(10, 1))).isTrue();
        assertThat(fence.isDead(Token.of(10, 2))).isFalse();
        assertThat(fence.isDead(Token.UNFENCED)).isFalse();
    }

    @Test
    void shouldNeverGoBackWhenAnOlderTokenIsPublished() {
        fence.advance(Token.of(10, 0));
        fence.advance(Token.of(9, 0));
        assertThat(fence.mark()).isEqualTo(Token.of(10, 0));
    }

    @Test
    void shouldDropAndCountWhenTheFrameIsDeadBeforeTheWrite() {
        fence.advance(Token.of(3, 0));
        assertThat(auditor.mayWrite(fence, Token.of(2, 0))).isFalse();
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    void shouldCountARaceWhenTheFenceMovesDuringTheWrite() {
        assertThat(auditor.mayWrite(fence, Token.of(2, 0))).isTrue();
        fence.advance(Token.of(3, 0));
        auditor.written(fence, Token.of(2, 0));
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isEqualTo(1);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isZero();
    }

    @Test
    void shouldConvictTheWriterWhenADeadFrameWasWrittenAllTheSame() {
        fence.advance(Token.of(3, 0));
        auditor.mayWrite(fence, Token.of(4, 0));
        auditor.written(fence, Token.of(2, 0));
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isEqualTo(1);
        auditor.gathered(fence, Token.of(2, 0));
        auditor.gatheredWritten();
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT)).isEqualTo(2);
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES))
                .as("it was no race")
                .isZero();
    }

    @Test
    void shouldReadTheFenceOfEachGatheredFrameWhenAllHaveBeenWritten() {
        Fence[] fences = new Fence[40];
        for (int i = 0; i < fences.length; i++) {
            fences[i] = new Fence();
            auditor.mayWrite(fences[i], Token.of(2, 0));
            auditor.gathered(fences[i], Token.of(2, 0));
        }
        fences[0].advance(Token.of(2, 0));
        fences[39].advance(Token.of(3, 0));
        fences[20].advance(Token.of(1, 0));
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isZero();
        auditor.gatheredWritten();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES)).isEqualTo(2);
        fences[1].advance(Token.of(3, 0));
        auditor.gatheredWritten();
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES))
                .as("those are written")
                .isEqualTo(2);
    }
}
