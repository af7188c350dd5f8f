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
                "Do you have an order number? | NUMBER",
                "Do you know your postcode? | NUMBER",
                "May I take your phone number? | NUMBER",
                "Kann ich Ihre Telefonnummer haben? | NUMBER",
                "Haben Sie Ihre Kundennummer? | NUMBER",
                "Is your order number 4711? | YES_OR_NO",
                "Do you have a reservation? | YES_OR_NO",
                "Haben Sie einen Termin? | YES_OR_NO",
                "Could I take your name? | ANYTHING",
                "Darf ich Ihren Namen erfahren? | ANYTHING",
                "What is your room number? | ANYTHING",
                "What is the number of guests? | ANYTHING",
                "When would you like to come? | DAY",
                "Is there a day that suits you? | DAY",
                "What is your date of birth? | DATE_OF_BIRTH",
                "Wann sind Sie geboren? | DATE_OF_BIRTH",
                "Darf ich um Ihr Geburtsdatum bitten? | DATE_OF_BIRTH",
                "Um wie viel Uhr möchten Sie den Termin? | ANYTHING",
                "What time on that day? | ANYTHING",
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
        "YES_OR_NO, yes it is",
        "YES_OR_NO, no it is not",
        "YES_OR_NO, yes i do",
        "YES_OR_NO, yes of course",
        "YES_OR_NO, in ordnung ja",
        "DAY, tomorrow",
        "DAY, in the morning",
        "DAY, on mondays",
        "DAY, am wochenende",
        "DAY, am nachmittag",
        "DAY, on friday",
        "DAY, the third of may",
        "DAY, am dritten mai"
    })
    void shouldSpeakForTheEndWhenTheWordsAreTheWholeAnswer(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words, 1)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "NUMBER, four",
        "NUMBER, it is four seven one",
        "NUMBER, null eins",
        "NUMBER, one",
        "NUMBER, it is two one",
        "DAY, am 3",
        "DAY, on the twentieth",
        "DATE_OF_BIRTH, on the third",
        "DATE_OF_BIRTH, the third of may",
        "DATE_OF_BIRTH, am dritten mai",
        "DATE_OF_BIRTH, the third of may nineteen",
        "DAY, on the",
        "DAY, the third of",
        "DAY, the third",
        "DAY, am dritten",
        "REQUEST, hello",
        "REQUEST, yes hi good morning",
        "REQUEST, guten tag"
    })
    void shouldSpeakAgainstTheEndWhenMoreIsExpected(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words, 1)).isNegative();
    }

    @ParameterizedTest
    @CsvSource({
        "YES_OR_NO, yes but i have",
        "YES_OR_NO, please",
        "YES_OR_NO, the second one",
        "NUMBER, four seven one one",
        "YES_OR_NO, no it is",
        "YES_OR_NO, no that is",
        "YES_OR_NO, yes that's",
        "YES_OR_NO, no i",
        "YES_OR_NO, no not",
        "YES_OR_NO, nein das",
        "YES_OR_NO, nein in",
        "NUMBER, i do not have it",
        "NUMBER, i don't have one",
        "NUMBER, i need a new one",
        "DAY, the first of the month",
        "DAY, after i paid the bill",
        "DATE_OF_BIRTH, the third of may 1980",
        "DATE_OF_BIRTH, am dritten mai neunzehnhundertachtzig",
        "DAY, i do not know",
        "REQUEST, hello i want to book a table",
        "ANYTHING, yes"
    })
    void shouldSayNothingWhenTheWordsAreNoSuchAnswer(AskedFor askedFor, String words) {
        assertThat(askedFor.logOdds(words, 1)).isZero();
    }

    @ParameterizedTest
    @EnumSource(AskedFor.class)
    void shouldSayNothingWhenThereAreNoWords(AskedFor askedFor) {
        assertThat(askedFor.logOdds("", 1)).isZero();
    }

    @Test
    void shouldAskForNothingWhenTheAgentAsksNoQuestion() {
        assertThat(AskedFor.of("Yes. Your order is late.")).isEqualTo(AskedFor.ANYTHING);
    }

    @Test
    void shouldWaitForNoMoreDigitsThanAreExpected() {
        assertThat(AskedFor.NUMBER.logOdds("four seven one", 3)).isZero();
        assertThat(AskedFor.NUMBER.logOdds("four seven one two", 6)).isNegative();
    }
}
