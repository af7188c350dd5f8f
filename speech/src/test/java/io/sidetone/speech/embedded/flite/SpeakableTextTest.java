package io.sidetone.speech.embedded.flite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeakableTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Hello, world!|Hello, world!",
                "At 3:30 it's $4.50 (10%).|At 3:30 it's $4.50 (10%).",
                "Wait... what?!?|Wait. what?",
                "**bold** _and_ `code`|bold and code",
                "Café Größe Łódź — “quoted” ‘x’|Cafe Grosse Lodz , \"quoted\" 'x'",
                "a<b>c</b> 1<2|a c 1 2",
                "<speak rate='x'>Hi</speak>|Hi",
                "you & me @ 5 + 6 = #7 # x|you and me at 5 plus 6 equals number 7 x",
                "12/5 and and/or|12/5 and and or",
                "aaaaaaargh|aaargh",
                "21 °C costs 5 €|21 degrees C costs 5 euro",
                "☎ ring 🙂 ring|ring ring",
            })
    void shouldKeepWhatCanBeSaid(String original, String spoken) {
        assertThat(SpeakableText.of(original).text().trim()).isEqualTo(spoken);
    }

    @Test
    void shouldHaveNothingToSayWithoutLettersAndDigits() {
        assertThat(SpeakableText.of("").isEmpty()).isTrue();
        assertThat(SpeakableText.of("... -- ☎ \u0000").isEmpty()).isTrue();
        assertThat(SpeakableText.of("7").isEmpty()).isFalse();
    }

    @Test
    void shouldBreakWordsNobodyCanSay() {
        assertThat(SpeakableText.of("ab".repeat(50)).text().split(" "))
                .allSatisfy(word -> assertThat(word.length()).isBetween(1, 40));
    }

    @Test
    void shouldPointBackIntoTheOriginal() {
        String original = "Ring <b>Größe</b> now";
        SpeakableText text = SpeakableText.of(original);
        assertThat(text.text()).isEqualTo("Ring Grosse now");
        assertThat(original.substring(0, text.originalEnd(5))).isEqualTo("Ring");
        assertThat(original.substring(0, text.originalEnd(12))).isEqualTo("Ring <b>Größe");
        assertThat(text.originalEnd(99)).isEqualTo(original.length());
        assertThat(text.originalEnd(0)).isZero();
    }

    @Test
    void shouldCutLongTextBehindPunctuation() {
        String sentence = "This is a sentence of some forty letters. ";
        List<String> pieces = SpeakableText.of(sentence.repeat(20)).pieces();
        assertThat(pieces).hasSize(3).allSatisfy(piece -> assertThat(piece.length())
                .isLessThanOrEqualTo(300));
        assertThat(pieces.get(0)).endsWith("letters. ");
        assertThat(String.join("", pieces)).isEqualTo(sentence.repeat(20).trim());
    }

    @Test
    void shouldMakeAnyTextHarmless() {
        long seed = 20_261_121;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String original = RandomTexts.unicode(random, 80);
            SpeakableText text = SpeakableText.of(original);
            assertThat(text.text()).as("from %s", original).matches("[A-Za-z0-9 .,?!:;'\"()$%/-]*");
            int previous = 0;
            for (int position = 0; position <= text.text().length(); position++) {
                int end = text.originalEnd(position);
                assertThat(end).isBetween(previous, original.length());
                previous = end;
            }
            assertThat(String.join("", text.pieces())).isEqualTo(text.text());
        }
    }
}
