package io.sidetone.bench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.Scrape;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ITE-REQ-001")
@Tag("ITE-REQ-001.a")
class BroadcastTest {
    private static final Scrape QUIET = new Scrape(Map.of("sidetone_stale_frames_sent_total", 0.0));

    @Test
    void shouldPassWhenEveryChangeWasThereWithin50Ms() {
        Broadcast broadcast = Broadcast.of(Collections.nCopies(100, 50.0), QUIET);
        assertThat(broadcast.passed()).isTrue();
        assertThat(broadcast.lines()).allMatch(line -> line.startsWith("met "));
    }

    @Test
    void shouldMissTheGateWhenChangesComeLaterThan50Ms() {
        Broadcast broadcast = Broadcast.of(Collections.nCopies(100, 51.0), QUIET);
        assertThat(broadcast.passed()).isFalse();
        assertThat(broadcast.lines().get(0))
                .startsWith("MISSED  gate    state change → subscriber has it, p99 ≤ 50 ms");
    }

    @Test
    void shouldMissTheGateWhenNoChangeWasSeen() {
        assertThat(Broadcast.of(List.of(), QUIET).passed()).isFalse();
    }

    @Test
    @Tag("ITE-REQ-006")
    void shouldMissTheGateWhenACounterOfALawIsAboveZero() {
        Scrape broken = new Scrape(Map.of("sidetone_turn_token_violations_total", 2.0));
        Broadcast broadcast = Broadcast.of(List.of(3.0), broken);
        assertThat(broadcast.passed()).isFalse();
        assertThat(broadcast.lines().get(1))
                .isEqualTo("MISSED  gate    counters of the laws at zero: sidetone_turn_token_violations_total 2");
    }
}
