package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    private static final String TWO =
            """
            {
              "result" : [{
                  "conf" : 0.800000,
                  "end" : 1.020000,
                  "start" : 0.600000,
                  "word" : "good"
                }, {
                  "conf" : 0.400000,
                  "end" : 1.440000,
                  "start" : 1.020000,
                  "word" : "tag"
                }],
              "text" : "good tag"
            }""";

    @Test
    void shouldReadWordsAndTheirConfidence() {
        Words words = Words.read(TWO);
        assertThat(words.text()).isEqualTo("good tag");
        assertThat(words.count()).isEqualTo(2);
        assertThat(words.sure(0.6)).isTrue();
        assertThat(words.sure(0.61)).isFalse();
        assertThat(Words.read("{ \"partial\" : \"good\" }").text()).isEqualTo("good");
        assertThat(Words.read("{\"text\": \"\"}")).isEqualTo(Words.NONE);
    }

    @Test
    void shouldReadNumbersAsALocaleWithCommasWritesThem() {
        assertThat(Words.read(TWO.replaceAll("([0-9])\\.([0-9])", "$1,$2"))).isEqualTo(Words.read(TWO));
        String spoken = TWO.replace("\"text\" : \"good tag\"", "\"text\" : \"1,000000 tag\"");
        assertThat(Words.read(spoken).text()).as("words stay").isEqualTo("1,000000 tag");
    }

    @Test
    void shouldLeaveOutWhatIsNoWord() {
        Words words = Words.read("{\"result\":[{\"conf\":1.0,\"word\":\"[unk]\"},{\"conf\":0.5,\"word\":\"yes\"}],"
                + "\"text\":\"[unk] yes <unk>\"}");
        assertThat(words).isEqualTo(new Words("yes", 1, 0.5));
        assertThat(Words.read("{\"text\":\"[unk]\"}").text()).isEmpty();
    }

    @Test
    void shouldPutStretchesTogether() {
        Words first = new Words("a b", 2, 1.8);
        assertThat(first.and(Words.NONE)).isEqualTo(first);
        assertThat(Words.NONE.and(first)).isEqualTo(first);
        assertThat(first.and(new Words("c", 1, 0.2)).text()).isEqualTo("a b c");
        assertThat(first.and(new Words("c", 1, 0.2)).confidence()).isEqualTo(2.0);
        assertThat(new Words("believed", 0, 0).sure(1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"text\"", "no", "{\"text\":\"a\" \"b\"}"})
    void shouldRefuseWhatIsNoAnswer(String json) {
        assertThatThrownBy(() -> Words.read(json))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Vosk answered with");
    }
}
