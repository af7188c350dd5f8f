package io.sidetone.speech.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text after an interruption: of the old answer, or of the new one. */
class InterruptedAnswerTest {
    private static final boolean ASKED = true;
    private static final boolean LAST = true;

    private final InterruptedAnswer cut = new InterruptedAnswer();

    @Test
    void shouldOwnNothingWhenNothingWasCut() {
        assertThat(cut.owns(false, false, ASKED, 0)).isFalse();
        cut.cut(true);
        assertThat(cut.owns(true, LAST, ASKED, 0)).isFalse();
    }

    @Test
    void shouldOwnOnlyTheEndWhenTheAgentStopped() {
        cut.cut(false);
        assertThat(cut.owns(true, LAST, ASKED, 0)).isTrue();
        assertThat(cut.owns(true, LAST, ASKED, 0)).isFalse();
    }

    @Test
    void shouldTakeTheFirstWordsForTheNewAnswerWhenTheAgentStoppedWithoutAnEnd() {
        cut.cut(false);
        assertThat(cut.owns(false, false, ASKED, 0)).isFalse();
        assertThat(cut.owns(true, LAST, false, 0)).as("the end of the new one").isFalse();
    }

    @Test
    void shouldOwnEverythingUpToTheEndWhenTheAgentGoesOn() {
        cut.cut(false);
        assertThat(cut.owns(false, false, false, 0)).isTrue();
        assertThat(cut.owns(false, false, ASKED, 1)).isTrue();
        assertThat(cut.owns(false, LAST, ASKED, 2)).isTrue();
        assertThat(cut.owns(false, false, ASKED, 3)).isFalse();
    }

    @Test
    void shouldHearTheAgentAgainWhenTheOldAnswerFellSilent() {
        cut.cut(false);
        assertThat(cut.owns(false, false, false, 0)).isTrue();
        assertThat(cut.owns(false, false, ASKED, InterruptedAnswer.GAP_NS + 1)).isFalse();
        assertThat(cut.owns(true, LAST, false, InterruptedAnswer.GAP_NS + 2)).isFalse();
    }
}
