package io.sidetone.core.playout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FarEndTest {
    @Test
    void shouldBeAsFarAwayAsMostWhenNothingIsKnown() {
        assertThat(new FarEnd(Buffering.NONE).delayMs()).isEqualTo(60);
    }

    @Test
    void shouldHearLaterByWhatItKeeps() {
        FarEnd farEnd = new FarEnd(new Buffering(200, true, false));
        assertThat(farEnd.delayMs()).isEqualTo(260);
        farEnd.delay(100);
        assertThat(farEnd.delayMs()).isEqualTo(300);
    }

    @Test
    void shouldBeUpWhenItHasAnswered() {
        FarEnd farEnd = new FarEnd(Buffering.NONE);
        assertThat(farEnd.answered()).isFalse();
        farEnd.answer();
        assertThat(farEnd.answered()).isTrue();
    }
}
