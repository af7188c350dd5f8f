package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What questions ask for, and what answers them. */
class AskedForTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Is that right? | YES_OR_NO",
                "Two people at eight, is that correct? | YES_OR_NO",
                "Thanks. Shall I book it for you? | YES_OR_NO",
                "Ist das richtig? | YES_OR_NO",
                "Möchten Sie einen Termin? | YES_OR_NO",
                "Das macht zwölf Euro, in Ordnung? | YES_OR_NO",
                "Can I help you with anything else? | YES_OR_NO",
                "Kann ich sonst noch etwas für Sie tun? | YES_OR_NO",
                "What is your order number? | NUMBER",
                "Could you tell me your postcode? | NUMBER",
                "Can you repeat the last four digits? | NUMBER",
                "Wie lautet Ihre Kundennummer? | NUMBER",
                "When would you like to come? | DAY",
                "What is your date of birth? | DAY",
                "An welchem Tag passt es Ihnen? | DAY",
                "Hello, this is Ada. How can I help you? | REQUEST",
                "Was kann ich für Sie tun? | REQUEST",
                "Wie kann ich Ihnen helfen? | REQUEST",
                "What is your name? | ANYTHING",
                "How many people will come? | ANYTHING",
                "Is that right | ANYTHING",
                "Is it late? Then call again. | ANYTHING",
                "? | ANYTHING",
                "\u00AB\u00BB | ANYTHING",
                "'' | ANYTHING"
            })
    void shouldKnowWhatAQuestionAsksFor(String heard, AskedFor askedFor) {
        assertThat(AskedFor.of(heard)).isEqualTo(askedFor);
    }

    @ParameterizedTest
    @CsvSource({
        "YES_OR_NO, yes",
        "YES_OR_NO, yes please",
        "YES_OR_NO, no thank you",
        "YES_OR_NO, that's right",
        "YES_OR_NO, nein danke",
        "YES_OR_NO, ja genau",
        "DAY, tomorrow",
        "DAY, on friday",
        "DAY, the third of may",
        "DAY, am dritten mai"
    })
    void shouldSpeakForTheEndWhenTheWordsAreTheWholeAnswer(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "NUMBER, four",
        "NUMBER, it is four seven one",
        "NUMBER, null eins",
        "DAY, on the",
        "DAY, the third of",
        "DAY, the third",
        "DAY, am dritten",
        "REQUEST, hello",
        "REQUEST, yes hi good morning",
        "REQUEST, guten tag"
    })
    void shouldSpeakAgainstTheEndWhenMoreIsExpected(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words)).isNegative();
    }

    @ParameterizedTest
    @CsvSource({
        "YES_OR_NO, yes but i have",
        "YES_OR_NO, please",
        "YES_OR_NO, the second one",
        "NUMBER, four seven one one",
        "NUMBER, i do not have it",
        "DAY, i do not know",
        "REQUEST, hello i want to book a table",
        "ANYTHING, yes"
    })
    void shouldSayNothingWhenTheWordsAreNoSuchAnswer(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words)).isZero();
    }

    @ParameterizedTest
    @EnumSource(AskedFor.class)
    void shouldSayNothingWhenThereAreNoWords(AskedFor askedFor) {
        assertThat(askedFor.logOdds("")).isZero();
    }

    @Test
    void shouldAskForNothingWhenTheAgentAsksNoQuestion() {
        assertThat(AskedFor.of("Yes. Your order is late.")).isEqualTo(AskedFor.ANYTHING);
    }
}
