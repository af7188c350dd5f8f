package io.sidetone.core.dialogue.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.preempt.HeldAnswer.Kind;
import io.sidetone.core.dialogue.preempt.Preemption.Taken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreemptionTest {
    private static final long MS = 1_000_000L;
    private static final long UTTERANCE = 32;
    private static final int AFTER_MS = 150;

    private final Preemption preemption = new Preemption();

    private boolean due(long silentSinceMs, long nowMs) {
        return preemption.due(UTTERANCE, AFTER_MS, 2, silentSinceMs * MS, nowMs * MS);
    }

    private void heard(String text, long nowMs) {
        preemption.heard(UTTERANCE, text, false, nowMs * MS);
    }

    @Test
    void shouldBeDueWhenWordsAndCallerHaveBeenStillForLongEnough() {
        assertThat(due(0, 1_000)).as("nothing was understood").isFalse();
        heard("Book a table", 1_000);
        assertThat(due(950, 1_180)).as("more words may be reported").isFalse();
        assertThat(due(1_100, 1_200)).as("heard a moment ago").isFalse();
        assertThat(due(950, 1_200)).isTrue();
        heard("book a TABLE.", 1_200);
        assertThat(due(950, 1_200)).as("the same words").isTrue();
        heard("book a table for", 1_200);
        assertThat(due(1_150, 1_380)).as("other words").isFalse();
        assertThat(due(1_150, 1_400)).isTrue();
        assertThat(due(1_080, 1_240))
                .as("words that came so late were made with all of the sound")
                .isTrue();
        assertThat(preemption.due(48, AFTER_MS, 2, 0, 9_000 * MS))
                .as("another utterance")
                .isFalse();
    }

    @Test
    void shouldBeDueWhenTheWordsCoverAllThatWasSaid() {
        heard("book a table", 1_000);
        preemption.covers(UTTERANCE, 880 * MS);
        assertThat(due(900, 1_050)).as("a word may be missing").isFalse();
        preemption.covers(UTTERANCE - 16, 920 * MS);
        assertThat(due(900, 1_050)).as("another utterance").isFalse();
        preemption.covers(UTTERANCE, 900 * MS);
        assertThat(due(900, 1_049)).as("a short silence").isFalse();
        assertThat(due(900, 1_050)).isTrue();
        heard("book a table for", 1_060);
        preemption.covers(UTTERANCE, 899 * MS);
        assertThat(due(900, 1_100))
                .as("words that came late, and do not cover the end")
                .isFalse();
        assertThat(due(900, 1_260)).as("they do not change any more").isTrue();
    }

    @Test
    void shouldBeDueAtOnceWhenTheRecognizerIsSure() {
        heard("book a table", 1_000);
        preemption.heard(UTTERANCE, "Book a table.", true, 1_010 * MS);
        assertThat(due(1_010, 1_010)).isTrue();
        heard("book a table for", 1_020);
        assertThat(due(1_010, 1_020)).isFalse();
    }

    @Test
    void shouldCountRequestsByUtterance() {
        for (int i = 0; i < 2; i++) {
            heard("words", 1_000);
            assertThat(due(0, 2_000)).isTrue();
            preemption.asked(64 + i, 63, "words", 0, 2_000 * MS);
            assertThat(due(0, 3_000)).as("one at a time").isFalse();
            preemption.givenUp();
        }
        assertThat(due(0, 3_000)).isFalse();
        preemption.heard(80, "words", false, 3_000 * MS);
        assertThat(preemption.due(80, AFTER_MS, 2, 0, 4_000 * MS)).isTrue();
        preemption.close(80);
        assertThat(preemption.due(80, AFTER_MS, 2, 0, 4_000 * MS)).isFalse();
        assertThat(preemption.requests()).isEqualTo(2);
        assertThat(preemption.adoptions()).isZero();
    }

    @Test
    void shouldHoldWhatItOwnsInOrderUntilItIsAdopted() {
        heard("words", 1_000);
        preemption.asked(64, 63, "all the words", 400, 2_000 * MS);
        assertThat(preemption.take(48, Kind.TEXT, "old", 0)).isEqualTo(Taken.NOT_OURS);
        assertThat(preemption.take(64, Kind.TEXT, "A", 0)).isEqualTo(Taken.HELD);
        assertThat(preemption.take(64, Kind.ACTION, 1, 0)).isEqualTo(Taken.HELD);
        assertThat(preemption.take(64, Kind.DONE, null, 0)).isEqualTo(Taken.HELD);
        assertThat(preemption.answers("All, the words!")).isTrue();
        assertThat(preemption.answers("words")).isFalse();
        assertThat(preemption.spokenSinceMs(460)).isEqualTo(60);
        List<String> told = new ArrayList<>();
        preemption.adopted(2_300 * MS).replay((kind, what, atNs) -> told.add(kind + " " + what));
        assertThat(told).containsExactly("TEXT A", "ACTION 1", "DONE null");
        assertThat(preemption.savedMs()).isEqualTo(300);
        assertThat(preemption.adoptions()).isEqualTo(1);
        assertThat(preemption.take(64, Kind.TEXT, "late", 0)).isEqualTo(Taken.NOT_OURS);
        assertThat(preemption.answers("all the words")).isFalse();
    }

    @Test
    void shouldSayWhenThereIsNoRoom() {
        heard("words", 1_000);
        preemption.asked(64, 63, "words", 0, 2_000 * MS);
        assertThat(preemption.take(64, Kind.TEXT, "x".repeat(HeldAnswer.MOST_CHARS), 0))
                .isEqualTo(Taken.HELD);
        assertThat(preemption.take(64, Kind.TEXT, "y", 0)).isEqualTo(Taken.TOO_MUCH);
        assertThat(preemption.givenUp()).isEqualTo(HeldAnswer.MOST_CHARS + 1);
        assertThat(preemption.unfenced()).isEqualTo(64);
        preemption.fenced();
        assertThat(preemption.unfenced()).isZero();
    }

    @Test
    void shouldBeContradictedByOtherWordsAlone() {
        heard("words", 1_000);
        assertThat(preemption.contradicted()).isFalse();
        preemption.asked(64, 63, "words", 0, 2_000 * MS);
        heard("Words.", 2_010);
        heard("", 2_020);
        assertThat(preemption.contradicted()).isFalse();
        heard("words and more", 2_030);
        assertThat(preemption.contradicted()).isTrue();
    }
}
