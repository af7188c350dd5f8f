package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.ListenHint;
import org.junit.jupiter.api.Test;

class KeyInputTest {
    private static final ListenHint PIN = new ListenHint("", 4, '#');
    private static final long MS = 1_000_000L;

    private final KeyInput keys = new KeyInput();

    @Test
    void shouldBeCompleteWithTheDigitsThatAreExpected() {
        assertThat(keys.press('1', PIN, 0)).isFalse();
        assertThat(keys.press('2', PIN, 0)).isFalse();
        assertThat(keys.press('3', PIN, 0)).isFalse();
        assertThat(keys.press('4', PIN, 0)).isTrue();
        assertThat(keys.take()).isEqualTo("1234");
        assertThat(keys.empty()).isTrue();
    }

    @Test
    void shouldBeCompleteWithOneDigitWhenNoneIsExpected() {
        assertThat(keys.press('1', new ListenHint("", 0, '#'), 0)).isTrue();
    }

    @Test
    void shouldBeCompleteByItsTerminatorWhichIsNoDigitOfIt() {
        keys.press('1', PIN, 0);
        assertThat(keys.press('#', PIN, 0)).isTrue();
        assertThat(keys.take()).isEqualTo("1");
    }

    @Test
    void shouldBeADigitWhenTheTerminatorComesFirst() {
        assertThat(keys.press('#', PIN, 0)).isFalse();
        assertThat(keys.take()).isEqualTo("#");
    }

    @Test
    void shouldBelongToTheLastInputWhenATerminatorComesSoonBehindIt() {
        assertThat(keys.belated('#', PIN, 2_000, 0)).as("nothing was keyed").isFalse();
        keys.press('1', PIN, 0);
        assertThat(keys.belated('#', PIN, 2_000, 0)).as("the input goes on").isFalse();
        keys.take();
        assertThat(keys.belated('#', PIN, 2_000, 1_999 * MS)).isTrue();
        assertThat(keys.belated('#', PIN, 2_000, 2_000 * MS)).isFalse();
        assertThat(keys.belated('1', PIN, 2_000, 0)).isFalse();
    }

    @Test
    void shouldBeDueWhenNoFurtherKeyComes() {
        assertThat(keys.due(2_000, 9_000 * MS)).isFalse();
        keys.press('1', PIN, 1_000 * MS);
        assertThat(keys.due(2_000, 2_999 * MS)).isFalse();
        assertThat(keys.due(2_000, 3_000 * MS)).isTrue();
        keys.clear();
        assertThat(keys.due(2_000, 3_000 * MS)).isFalse();
    }
}
