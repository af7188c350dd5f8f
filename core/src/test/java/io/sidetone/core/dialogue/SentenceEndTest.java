package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the last words tell. */
class SentenceEndTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "I would like to book and",
                "my number is",
                "The ADDRESS is",
                "um",
                "well, uh",
                "on Monday,",
                "on Monday …",
                "on Monday...",
                "it is -",
                "ich möchte einen",
                "meine Nummer ist",
                "und äh"
            })
    void shouldWaitWhenTheWordsGoOn(String text) {
        assertThat(SentenceEnd.of(text, 1)).isEqualTo(SentenceEnd.GOES_ON);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN, yes, UNKNOWN",
        "UNKNOWN, Yes., COMPLETE",
        "UNKNOWN, my number is, GOES_ON",
        "COMPLETE, yes, COMPLETE",
        "COMPLETE, my number is, GOES_ON",
        "GOES_ON, Yes., GOES_ON",
        "WHOLE, my number is, WHOLE",
        "CLOSED, nine, CLOSED",
    })
    void shouldBelieveAGrammarAndDoubtAService(SentenceEnd recognizer, String text, SentenceEnd expected) {
        assertThat(recognizer.with(text, 2)).isEqualTo(expected);
        assertThat(SentenceEnd.of(recognizer.ordinal())).isEqualTo(recognizer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"I would like to book.", "Is it free?", "Stop!", " Yes. ", "Tell me what it is."})
    void shouldBeCompleteWhenTheRecognizerEndsTheSentence(String text) {
        assertThat(SentenceEnd.of(text, 1)).isEqualTo(SentenceEnd.COMPLETE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "  ", "?", "...", "yes", "I would like to book", "I know what it is", "opening hours please"
            })
    void shouldTellNothingOtherwise(String text) {
        assertThat(SentenceEnd.of(text, 1)).isEqualTo(SentenceEnd.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "five five, 4, GOES_ON",
        "my number is 0 1 7, 10, GOES_ON",
        "it is 0171, 10, GOES_ON",
        "five five six two, 4, COMPLETE",
        "five five six two, 3, UNKNOWN",
        "my code is 5562, 4, COMPLETE",
        "5562., 4, COMPLETE",
        "5562.., 4, GOES_ON",
        "5562 …, 4, GOES_ON",
        "five five.., 4, GOES_ON",
        "five people, 4, UNKNOWN",
        "five, 1, UNKNOWN",
        "null acht, 4, GOES_ON"
    })
    void shouldWaitForTheDigitsThatAreExpected(String text, int expected, SentenceEnd end) {
        assertThat(SentenceEnd.of(text, expected)).isEqualTo(end);
    }

    @Test
    void shouldPreferTheOpenWordToTheFullStopBehindIt() {
        assertThat(SentenceEnd.of("I want to go to the.", 1)).isEqualTo(SentenceEnd.GOES_ON);
    }
}
