package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceWordsTest {
    @ParameterizedTest
    @CsvSource({
        "i was wondering whether the, i was wondering whether the shop is open",
        "could you put me through to, could you put me through to the office",
        "we have been waiting for the, we have been waiting for the bus",
        "it happened when i, it happened when i opened the door",
        "ich warte schon seit einer, ich warte schon seit einer stunde",
        "ich warte auf den, ich warte auf den bus",
        "das ist ein, das ist ein problem"
    })
    void shouldTellTheWholeFromItsBeginning(String beginning, String whole) {
        assertThat(SentenceWords.logOdds(beginning)).as(beginning).isLessThan(SentenceWords.logOdds(whole) - 1);
        assertThat(SentenceWords.logOdds(whole)).as(whole).isGreaterThan(-0.5f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"because i", "i need to", "well i", "and then", "weil ich", "wenn sie", "ich habe eine"})
    void shouldKnowThatMoreFollowsWhenASentenceCannotEndSo(String beginning) {
        assertThat(SentenceWords.logOdds(beginning)).isLessThan(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bonjour je voudrais réserver", "おはようございます", "", "4711"})
    void shouldSayNothingWhenTheWordsAreInNeitherLanguage(String words) {
        assertThat(SentenceWords.logOdds(words)).isZero();
    }

    @Test
    void shouldBeFiniteWhenThereAreManyWords() {
        assertThat(SentenceWords.logOdds("the ".repeat(5_000).strip())).isBetween(-20f, 20f);
    }
}
