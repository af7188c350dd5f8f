package io.sidetone.core.turn.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AnswerStageTest {
    private static int[] added(AnswerTimes answer) {
        return Arrays.stream(AnswerStage.values())
                .mapToInt(stage -> stage.addedMs(answer))
                .toArray();
    }

    @Test
    void shouldAddUpToTheWholeWhenStagesFollowEachOther() {
        AnswerTimes answer = new AnswerTimes(64, 0, "words", 340, 500, 500, 850, 870, 990, 1_000);
        assertThat(added(answer)).containsExactly(340, 160, 0, 350, 20, 120, 10);
        assertThat(AnswerStage.slowest(answer)).isEqualTo(AnswerStage.DIALOGUE);
    }

    @Test
    void shouldCountNothingTwiceWhenTheDialogueWasAskedAhead() {
        AnswerTimes answer = new AnswerTimes(64, 0, "words", 400, 550, 160, 510, 550, 670, 680);
        assertThat(added(answer)).containsExactly(400, 150, 0, 0, 0, 120, 10);
        assertThat(AnswerStage.slowest(answer)).isEqualTo(AnswerStage.ENDPOINT);
        assertThat(Arrays.stream(added(answer)).sum()).isEqualTo(answer.audioMs());
    }

    @Test
    void shouldAddNothingWhenAStageIsNotPassed() {
        int none = AnswerTimes.NONE;
        AnswerTimes answer = new AnswerTimes(64, 0, "silence", 700, none, 700, none, none, 1_000, 1_020);
        assertThat(added(answer)).containsExactly(700, 0, 0, 0, 0, 300, 20);
    }
}
