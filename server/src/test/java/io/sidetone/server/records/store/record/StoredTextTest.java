package io.sidetone.server.records.store.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoredTextTest {
    @Test
    void shouldLeaveWhatFits() {
        String text = "O'Brien \"über\" \uD83D\uDE00\n\t";
        assertThat(StoredText.fit(text, text.length())).isEqualTo(text);
        assertThat(StoredText.fit(null, 5)).isEmpty();
    }

    @Test
    void shouldCutToTheLimitWithAMark() {
        String cut = StoredText.fit("x".repeat(10_000), 256);
        assertThat(cut).hasSize(256).endsWith("…[cut, 10000 characters]");
    }

    @Test
    void shouldNotCutAPairInTwo() {
        for (int limit = 30; limit < 50; limit++) {
            String cut = StoredText.fit("\uD83D\uDE00".repeat(100), limit);
            assertThat(cut.length()).isLessThanOrEqualTo(limit);
            assertThat(cut).doesNotContain("\uFFFD");
        }
    }

    @Test
    void shouldReplaceWhatDatabasesRefuse() {
        assertThat(StoredText.fit("a\u0000b\uD83Dc\uDE00d\u001b[31m", 50))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFD[31m");
    }
}
