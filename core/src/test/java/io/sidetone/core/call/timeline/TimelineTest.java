package io.sidetone.core.call.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final int HALF = Timeline.CAPACITY / 2;

    private final Timeline timeline = new Timeline();

    private List<String> texts() {
        return timeline.entries().stream().map(TimelineEntry::text).toList();
    }

    @Test
    void shouldKeepTheBeginningAndTheEndWhenThereIsTooMuch() {
        for (int i = 0; i < 10 * Timeline.CAPACITY; i++) {
            timeline.add(i, "agent", "line " + i);
            assertThat(timeline.entries().size() + timeline.dropped()).isEqualTo(i + 1);
        }
        List<String> texts = texts();
        assertThat(texts).hasSizeBetween(Timeline.CAPACITY - HALF / 4, Timeline.CAPACITY);
        assertThat(texts.subList(0, HALF))
                .containsExactlyElementsOf(
                        IntStream.range(0, HALF).mapToObj(i -> "line " + i).toList());
        int last = 10 * Timeline.CAPACITY;
        assertThat(texts.subList(HALF, texts.size()))
                .containsExactlyElementsOf(IntStream.range(last - texts.size() + HALF, last)
                        .mapToObj(i -> "line " + i)
                        .toList());
    }

    @Test
    void shouldPutAPartialInThePlaceOfThePartialBeforeItWhereverItStands() {
        for (int before : new int[] {0, HALF - 1, HALF, Timeline.CAPACITY + HALF}) {
            while (timeline.entries().size() + timeline.dropped() < before) {
                timeline.add(0, "agent", "so");
            }
            timeline.add(1, "partial", "i");
            timeline.add(2, "partial", "i want");
            timeline.add(3, "transcript", "i want it");
            List<String> texts = texts();
            assertThat(texts.subList(Math.max(0, texts.size() - 3), texts.size()))
                    .as("after %d lines", before)
                    .endsWith("i want", "i want it")
                    .doesNotContain("i");
        }
    }

    @Test
    void shouldMakeWordsWhenTheyAreRead() {
        StringBuilder read = new StringBuilder();
        timeline.add(0, "state", new Object() {
            @Override
            public String toString() {
                read.append("read");
                return "a -> b";
            }
        });
        assertThat(read).isEmpty();
        assertThat(texts()).containsExactly("a -> b");
    }
}
