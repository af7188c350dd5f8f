package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.port.ListenHint;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListeningTest {
    private final PartsRig rig = new PartsRig();
    private final Listening listening = rig.parts.listening();

    @Test
    void shouldListenAgainWhenAnotherSessionIsOpen() {
        assertThat(listening.keysOnly()).isFalse();
        listening.lost();
        assertThat(listening.keysOnly()).isTrue();
        listening.back(rig.stt);
        assertThat(listening.keysOnly()).isFalse();
        listening.exhausted();
        assertThat(listening.keysOnly()).isTrue();
        listening.back(rig.stt);
        assertThat(listening.keysOnly()).isFalse();
    }

    @Test
    void shouldSleepUntilTheWakePhraseIsHeardWhenThereIsOne() {
        assertThat(listening.asleep()).as("without a wake phrase").isFalse();
        rig.turn.policy(rig.turn.policy().withPhrases(new Phrases(List.of(), List.of("hello desk"), List.of())));
        assertThat(listening.asleep()).isTrue();
        assertThat(listening.afterWake("good morning")).isNull();
        assertThat(listening.asleep()).isTrue();
        assertThat(listening.afterWake("hello desk good morning")).isEqualTo("good morning");
        assertThat(listening.asleep()).isFalse();
    }

    @Test
    void shouldBeAwakeWhenTheCallerMeansTheAgent() {
        rig.turn.policy(rig.turn.policy().withPhrases(new Phrases(List.of(), List.of("hello desk"), List.of())));
        listening.wake();
        assertThat(listening.asleep()).isFalse();
    }

    @Test
    void shouldKeepASecretWhenTheQuestionForItWasNotHeard() {
        ListenHint secret = new ListenHint("", 16, '#', ListenHint.Secrecy.SECRET);
        listening.expect(secret);
        listening.expectAgain(ListenHint.OPEN);
        assertThat(listening.hint()).isEqualTo(secret);
        listening.expect(new ListenHint("menu", 1, '#'));
        listening.expectAgain(ListenHint.OPEN);
        assertThat(listening.hint()).isEqualTo(ListenHint.OPEN);
    }

    @Test
    void shouldHearTheCallerAgainWhenASecretIsKnownAndTheNextQuestionWasNotHeard() {
        ListenHint menu = new ListenHint("menu", 1, '#');
        listening.expect(menu);
        listening.expectAgain(new ListenHint("", 16, '#', ListenHint.Secrecy.SECRET));
        assertThat(listening.hint()).isEqualTo(menu);
    }
}
