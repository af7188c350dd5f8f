package io.sidetone.core.turn.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatedSpeechTest {
    private static final int MS = 640;

    private final RepeatedSpeech pieces = new RepeatedSpeech();

    private void hears(int ms, boolean speech) {
        for (int t = 0; t < ms; t += 20) {
            pieces.add(speech);
        }
    }

    @Test
    void shouldBeWorthOnePieceWhenTwoFollowEachOther() {
        hears(320, true);
        hears(300, false);
        assertThat(pieces.worth(MS)).as("silence").isFalse();
        hears(20, true);
        assertThat(pieces.worth(MS)).as("a frame is no piece").isFalse();
        hears(20, true);
        assertThat(pieces.worth(MS)).isTrue();
        assertThat(pieces.worth(2 * MS)).as("a policy that wants more").isFalse();
    }

    @Test
    void shouldBeNothingWhenItIsOnePiece() {
        hears(300, true);
        hears(100, false);
        hears(300, true);
        assertThat(pieces.worth(MS)).as("a gap within words").isFalse();
    }

    @Test
    void shouldBeNothingWhenThereIsTooLittleOfIt() {
        hears(160, true);
        hears(300, false);
        hears(180, true);
        assertThat(pieces.worth(MS)).as("340 ms of speech").isFalse();
        hears(20, true);
        assertThat(pieces.worth(MS)).isTrue();
    }

    @Test
    void shouldBeNothingWhenNoPieceIsAsLongAsAWord() {
        for (int i = 0; i < 20; i++) {
            hears(100, true);
            assertThat(pieces.worth(MS)).isFalse();
            hears(120, false);
        }
    }

    @Test
    void shouldForgetWhatWasLongAgo() {
        hears(400, true);
        hears(600, false);
        hears(100, true);
        assertThat(pieces.worth(MS)).as("after a long gap").isFalse();
        hears(300, false);
        pieces.clear();
        hears(60, true);
        assertThat(pieces.worth(20)).isFalse();
    }
}
