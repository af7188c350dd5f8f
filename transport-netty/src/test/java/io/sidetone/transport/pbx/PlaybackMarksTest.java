package io.sidetone.transport.pbx;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaybackMarksTest {
    private final PlaybackMarks marks = new PlaybackMarks();

    private String positions(long token, int frames, long fromMs) {
        StringBuilder set = new StringBuilder();
        for (int i = 0; i < frames; i++) {
            marks.frame(token, fromMs + 20L * i, fromMs + 20L * (i + 1));
            if (marks.due()) {
                set.append(marks.sentMs()).append(' ');
            }
        }
        return set.toString().strip();
    }

    @Test
    void shouldMarkEveryTenthOfASecondAndTheEnd() {
        assertThat(positions(48, 12, 0)).isEqualTo("100 200");
        assertThat(marks.ended(48)).isTrue();
        assertThat(marks.sentMs()).isEqualTo(240);
        assertThat(marks.ended(48)).as("twice").isFalse();
    }

    @Test
    void shouldSetNoEndMarkWhereOneStands() {
        positions(48, 10, 0);
        assertThat(marks.ended(48)).isFalse();
    }

    @Test
    void shouldStartOverWhenATurnIsTakenUpAtAnEarlierWord() {
        positions(48, 12, 0);
        assertThat(positions(48, 6, 140)).isEqualTo("240");
    }

    @Test
    void shouldWriteNamesOfAnyLength() {
        ByteBuf out = Unpooled.buffer();
        PlaybackMarks.name(out, 0, 7);
        out.writeByte(' ');
        PlaybackMarks.name(out, 123_456_789_012_345L, 100_200);
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("0:7 123456789012345:100200");
    }

    @Test
    void shouldTakeWhatWasSet() {
        positions(48, 12, 0);
        assertThat(marks.returned("48:100")).isEqualTo(PlaybackMarks.Verdict.PLAYED);
        assertThat(marks.token()).isEqualTo(48);
        assertThat(marks.positionMs()).isEqualTo(100);
    }

    @Test
    void shouldTakeMarksOfTheTurnBeforeUnlessItWasCleared() {
        positions(48, 12, 0);
        positions(96, 6, 0);
        assertThat(marks.returned("48:200")).isEqualTo(PlaybackMarks.Verdict.PLAYED);
        marks.cleared(50);
        assertThat(marks.returned("48:200")).isEqualTo(PlaybackMarks.Verdict.STALE);
        assertThat(marks.returned("96:100")).isEqualTo(PlaybackMarks.Verdict.PLAYED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "48",
                "48:",
                ":100",
                "48:300",
                "49:100",
                "-48:100",
                "48:-1",
                "48:1e2",
                "48:100:1",
                " 48:100",
                "99999999999999999999:1",
                "48:99999999999999999999",
                "x:y",
                "48:१००"
            })
    void shouldNotBelieveWhatWasNeverSet(String name) {
        positions(48, 12, 0);
        assertThat(marks.returned(name)).isEqualTo(PlaybackMarks.Verdict.UNKNOWN);
    }

    @Test
    void shouldNotBelieveNothing() {
        assertThat(marks.returned(null)).isEqualTo(PlaybackMarks.Verdict.UNKNOWN);
    }
}
