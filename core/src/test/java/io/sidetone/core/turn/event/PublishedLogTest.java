package io.sidetone.core.turn.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedLogTest {
    @Test
    void shouldKeepTheNewestAndCountTheRestWhenItIsFull() {
        PublishedLog<Integer> log = new PublishedLog<>(32);
        assertThat(log.last()).isNull();
        for (int i = 0; i < 100; i++) {
            log.add(i);
            assertThat(log.last()).isEqualTo(i);
            assertThat(log.entries()).hasSizeLessThanOrEqualTo(32).last().isEqualTo(i);
            assertThat(log.entries().size() + log.dropped()).isEqualTo(i + 1);
        }
    }

    @Test
    void shouldNotChangeWhatWasReadWhenItGoesOn() {
        PublishedLog<String> log = new PublishedLog<>(16);
        log.add("a");
        log.add("b");
        List<String> read = log.entries();
        log.replaceLast("c");
        log.add("d");
        assertThat(read).containsExactly("a", "b");
        assertThat(log.entries()).containsExactly("a", "c", "d");
    }
}
