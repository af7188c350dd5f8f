package io.sidetone.core.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhrasesTest {
    private final Phrases phrases =
            new Phrases(List.of("Stop!", "hang up"), List.of("Computer", "hey desk"), Phrases.BACKCHANNELS);

    @ParameterizedTest
    @ValueSource(strings = {"stop", "Stop.", " STOP! ", "Hang up", "hang  up!", "hang-up"})
    @Tag("VIP-17")
    void shouldEndTheCallWhenTheWholeUtteranceIsAPhrase(String said) {
        assertThat(phrases.endsCall(said)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "please stop", "stop it", "do not hang up", "stopover", "hangup"})
    @Tag("VIP-17")
    void shouldNotEndTheCallWhenThereIsMoreOrLess(String said) {
        assertThat(phrases.endsCall(said)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"Computer,''", "'Computer, what time is it?',what time is it", "'hey desk hello',hello"})
    @Tag("VIP-19")
    void shouldGiveWhatFollowsTheWakePhrase(String said, String rest) {
        assertThat(phrases.afterWake(said)).isEqualTo(rest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "computers are fine", "my computer", "hey"})
    @Tag("VIP-19")
    void shouldGiveNothingWithoutTheWakePhraseAtTheBeginning(String said) {
        assertThat(phrases.afterWake(said)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'',0",
        "mhm,0",
        "'Mm-hm, yeah.',0",
        "'yeah yeah yeah',0",
        "'I see, okay',0",
        "'i',1",
        "'yeah but wait',2",
        "'no no no',3",
        "'okay okay stop',1"
    })
    void shouldCountTheWordsThatAreNoBackchannels(String said, int words) {
        assertThat(phrases.wordsBeyondBackchannels(said)).isEqualTo(words);
    }

    @Test
    void shouldTakeTheLongerPhraseWhenAnotherIsPartOfIt() {
        Phrases overlapping = new Phrases(List.of(), List.of(), List.of("I", "I see", "see that"));
        assertThat(overlapping.wordsBeyondBackchannels("I see")).isZero();
        assertThat(overlapping.wordsBeyondBackchannels("see that I see")).isZero();
        assertThat(overlapping.wordsBeyondBackchannels("I see nothing")).isEqualTo(1);
    }

    @Test
    void shouldMeanNothingWhenThereAreNone() {
        assertThat(Phrases.NONE.endsCall("stop")).isFalse();
        assertThat(Phrases.NONE.endsCall("")).isFalse();
        assertThat(Phrases.NONE.wake()).isEmpty();
        assertThat(new Phrases(List.of("!"), List.of(" "), List.of()).hangUp()).isEmpty();
    }
}
