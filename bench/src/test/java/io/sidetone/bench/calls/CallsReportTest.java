package io.sidetone.bench.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Scrape;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallsReportTest {
    private static final String LATE = "sidetone_playout_lateness_seconds_bucket{le=\"%s\"}";

    private final Map<String, Double> metrics = new HashMap<>();
    private final Snapshot before = new Snapshot(0, new Scrape(Map.of("sidetone_ring_refused_total", 7.0)), 0);

    private CallsReport report(int calls, Quiet quiet) {
        metrics.putIfAbsent("sidetone_ring_refused_total", 7.0);
        metrics.put("sidetone_calls_active", (double) calls);
        metrics.put("sidetone_rtp_events_total{event=\"packets_in\"}", calls * 100.0);
        metrics.put("sidetone_rtp_events_total{event=\"packets_out\"}", calls * 100.0);
        return new CallsReport(calls, before, new Snapshot(2_000_000_000L, new Scrape(metrics), 1_000_000_000L), quiet);
    }

    @Test
    void shouldHoldWhenNothingWasRefusedSinceItBegan() {
        assertThat(report(100, new Quiet(1)).held()).isTrue();
    }

    @Test
    void shouldNotHoldWhenARingRefusedAnEvent() {
        metrics.put("sidetone_ring_refused_total", 8.0);
        CallsReport report = report(100, new Quiet(1));
        assertThat(report.held()).isFalse();
        assertThat(report.lines()).anyMatch(line -> line.matches("ring events refused +1 +must be 0"));
    }

    @Test
    void shouldNotHoldWhenAStaleFrameWasSentBeforeItBegan() {
        metrics.put("sidetone_stale_frames_sent_total", 1.0);
        assertThat(report(100, new Quiet(1)).held()).isFalse();
    }

    @Test
    void shouldJudgeLatenessByTheNumberOfCalls() {
        metrics.put(LATE.formatted("0.001"), 100.0);
        metrics.put(LATE.formatted("+Inf"), 100.0);
        assertThat(report(50, new Quiet(1)).lines())
                .anyMatch(line -> line.matches("playout lateness.* 1.00 +budget 0.25: MISSED"));
        assertThat(report(51, new Quiet(1)).lines())
                .anyMatch(line -> line.matches("playout lateness.* 1.00 +budget 5.0: ok"));
        assertThat(report(51, new Quiet(3)).lines())
                .anyMatch(line -> line.matches("playout lateness.* 1.00 +budget 5.0: not judged, the machine is busy"));
    }

    @Test
    void shouldSayWhatACallCosts() {
        assertThat(report(100, new Quiet(1)).lines())
                .anyMatch(line -> line.matches("packets in, a second +5,000 +of 5000"))
                .anyMatch(line -> line.matches("processor seconds a second +0.500 +all threads"))
                .anyMatch(line -> line.matches("processor µs per packet in and out +100.0"))
                .anyMatch(line -> line.matches("calls on one core, extrapolated +200 +budget 2000: MISSED"));
    }
}
