package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a caller who dictates a number is in the middle of it, asked or unasked. */
class SpokenNumbersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        my card number is four five five six | ''
        My card number is 4556. | ''
        4556 7375 8689 | What is your card number?
        four five five six seven three seven five eight six | Please give me your card number.
        it's double four | ''
        meine Kartennummer ist vier fünf fünf sechs | ''
        you can call me on my mobile oh seven nine | ''
        five five five | What is the best phone number to reach you?
        my phone is 0171 234 | ''
        +49 171 | ''
        plus four nine one seven | ''
        four five five six | ''
        null eins sieben eins | ''
        meine Telefonnummer ist null eins sieben | ''
        4556 7375 | ''
        my IBAN is DE 12 3456 | ''
        forty five fifty six | Your card number, please.
        my order number is four seven | ''
        i was born on the fifth | ''
        i was born on may fifth | ''
        the third of may | What is your date of birth?
        may third nineteen | ''
        my birthday is may 3rd | ''
        1 2 | What is your date of birth?
        ich bin geboren am dritten | ''
        dritter fünfter | Wie ist Ihr Geburtsdatum?
        am dritten mai neunzehnhundert | Wann sind Sie geboren?
        """)
    void shouldWaitForTheRest(String said, String asked) {
        assertThat(goesOn(said, asked)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        my card number is four five five six seven three seven five eight six eight nine nine eight five five | ''
        4556 7375 8689 9855 | What is your card number?
        my phone number is four one five five five five one two three four | ''
        0171 2345678 | Ihre Telefonnummer bitte?
        my order number is four seven one one | ''
        four seven one one | What is your order number?
        we are five people | ''
        a table for four | ''
        at nine thirty | ''
        room two one five | ''
        yes | What is your card number?
        i have no card | What is your card number?
        i was born on may fifth nineteen eighty five | ''
        may 3rd 1985 | What is your date of birth?
        the third of may eighty five | What is your date of birth?
        1 2 0 5 8 5 | What is your date of birth?
        dritter fünfter achtundsechzig | Wie ist Ihr Geburtsdatum?
        am dritten mai neunzehnhundert fünfundachtzig | Wann sind Sie geboren?
        on the third of may | When would you like to come?
        in march | ''
        '' | What is your card number?
        """)
    void shouldNotWaitWhereItIsWholeOrNoNumber(String said, String asked) {
        assertThat(goesOn(said, asked)).isFalse();
    }

    private static boolean goesOn(String said, String asked) {
        return SpokenNumbers.goOn(Phrases.normal(said.replace("+", " plus ")), Phrases.normal(asked));
    }
}
