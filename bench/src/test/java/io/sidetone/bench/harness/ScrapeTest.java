package io.sidetone.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScrapeTest {
    private static final String LATE = "late_seconds_bucket{le=\"%s\"} %d\n";

    private static Scrape late(int upTo1Ms, int upTo3Ms, int all) {
        return Scrape.of(
                LATE.formatted("0.001", upTo1Ms) + LATE.formatted("0.003", upTo3Ms) + LATE.formatted("+Inf", all));
    }

    @Test
    void shouldSumAllLabelsOfOneName() {
        Scrape page = Scrape.of("# HELP rtp\nrtp{event=\"in\"} 7\nrtp{event=\"out\"} 5\nrtp_other 100\n");
        assertThat(page.sum("rtp")).isEqualTo(12);
        assertThat(page.sum("rtp", "\"out\"")).isEqualTo(5);
        assertThat(page.sum("none")).isZero();
    }

    @Test
    void shouldCountOnlyWhatCameSinceTheScrapeBefore() {
        Scrape before = Scrape.of("refused 7\n");
        assertThat(Scrape.of("refused 9\n").since(before, "refused")).isEqualTo(2);
    }

    @Test
    void shouldFindAQuantileWithinItsBucket() {
        Scrape before = late(100, 100, 100);
        assertThat(late(150, 200, 200).quantileSince(before, "late_seconds", 0.5))
                .isCloseTo(0.001, within(1e-9));
        assertThat(late(150, 200, 200).quantileSince(before, "late_seconds", 0.75))
                .isCloseTo(0.002, within(1e-9));
        assertThat(late(100, 100, 200).quantileSince(before, "late_seconds", 0.99))
                .isInfinite();
        assertThat(before.quantileSince(before, "late_seconds", 0.99)).isNaN();
        assertThat(before.quantileSince(before, "other_seconds", 0.99)).isNaN();
    }
}
