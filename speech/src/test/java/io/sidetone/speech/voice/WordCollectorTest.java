package io.sidetone.speech.voice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordCollectorTest {
    @Test
    void shouldEndBehindPunctuationWhenWordsCarryNone() {
        WordCollector words = new WordCollector("Well, \"yes\" - I think so!");
        for (String word : new String[] {"well", "yes", "I", "think", "so"}) {
            assertThat(words.add(
                            word, words.times().words() * 100, words.times().words() * 100 + 90))
                    .isTrue();
        }
        assertThat(words.times().charEnd()).containsExactly(5, 11, 15, 21, 25);
    }

    @Test
    void shouldCountWordsWhenNumbersAreSpelledOut() {
        WordCollector words = new WordCollector("Room 12 please");
        words.add("Room", 0, 100);
        words.add("twelve", 100, 200);
        words.add("please", 200, 300);
        assertThat(words.times().charEnd()).containsExactly(4, 7, 14);
    }

    @Test
    void shouldSkipWhenTheServiceLeavesWordsOut() {
        WordCollector words = new WordCollector("one two three four five six");
        words.add("one", 0, 100);
        words.add("four", 300, 400);
        assertThat(words.times().charEnd()).containsExactly(3, 18);
    }

    @Test
    void shouldRefuseWhatGoesBackOrBeyondTheText() {
        WordCollector words = new WordCollector("one two");
        assertThat(words.add("one", 100, 90)).isTrue();
        assertThat(words.times().endMs()).containsExactly(100);
        assertThat(words.add("two", 50, 90)).isFalse();
        assertThat(words.add("two", -5, 90)).isFalse();
        assertThat(words.add("—", 100, 110)).isTrue();
        assertThat(words.add("two", 110, 200)).isTrue();
        assertThat(words.add("three", 210, 300)).isFalse();
        assertThat(words.times().words()).isEqualTo(2);
    }

    @Test
    void shouldGrowWhenThereAreManyWords() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("w").append(i).append(' ');
        }
        WordCollector words = new WordCollector(text.toString());
        for (int i = 0; i < 100; i++) {
            assertThat(words.add("w" + i, i, i + 1)).isTrue();
        }
        assertThat(words.times().words()).isEqualTo(100);
        assertThat(words.times().charEnd()[99]).isEqualTo(text.length() - 1);
    }
}
