package io.sidetone.transport.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MarkLedgerTest {
    private final MarkLedger marks = new MarkLedger();

    @Test
    void shouldTellWhatWasPlayedWhenAMarkComesBack() {
        marks.sent(32, 100);
        marks.sent(32, 200);
        assertThat(marks.returned("32:100:0")).isTrue();
        assertThat(marks.playedToken()).isEqualTo(32);
        assertThat(marks.playedMs()).isEqualTo(100);
        assertThat(marks.pending()).isTrue();
        assertThat(marks.returned("32:200:0")).isTrue();
        assertThat(marks.pending()).isFalse();
    }

    @Test
    @Tag("VAN-08")
    void shouldIgnoreMarksThatAClearReturned() {
        marks.sent(32, 100);
        marks.sent(32, 200);
        assertThat(marks.returned("32:100:0")).isTrue();
        marks.cleared();
        assertThat(marks.returned("32:200:0")).as("thrown away, not played").isFalse();
        assertThat(marks.playedMs()).isEqualTo(100);
        assertThat(marks.ignored()).isEqualTo(1);
        marks.sent(32, 200);
        assertThat(marks.returned("32:200:0")).as("the old name").isFalse();
        assertThat(marks.returned("32:200:1")).as("sent again after the clear").isTrue();
    }

    @Test
    void shouldIgnoreWhatWasNeverSentOrCameBackBefore() {
        marks.sent(32, 100);
        for (String name : new String[] {
            "",
            "x",
            "32",
            "32:100",
            "32:100:0:0",
            "32:900:0",
            "48:100:0",
            "32:100:1",
            "-32:100:0",
            "32:100:",
            "99999999999999999999:1:0",
            "9".repeat(19) + ":1:0"
        }) {
            assertThat(marks.returned(name)).as(name).isFalse();
        }
        assertThat(marks.returned("32:100:0")).isTrue();
        assertThat(marks.returned("32:100:0")).as("twice").isFalse();
    }

    @Test
    void shouldForgetTheOldestWhenTheCarrierReturnsNone() {
        for (int i = 1; i <= 1_000; i++) {
            marks.sent(16, 100L * i);
        }
        assertThat(marks.returned("16:100:0")).isFalse();
        assertThat(marks.returned("16:100000:0")).isTrue();
        assertThat(marks.pending()).isFalse();
    }
}
