package io.sidetone.server.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who scrapes this process relies on. */
class MetricsSystemTest {
    private static List<String> lines(ServerProcess server) throws Exception {
        return server.get("/metrics").body().lines().toList();
    }

    private static List<String> series(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .map(line -> line.substring(name.length()))
                .toList();
    }

    /** A dashboard of the release before goes on working. */
    @ParameterizedTest
    @CsvSource({
        "sidetone_unroutable_events_total, sidetone_stray_events_total",
        "sidetone_false_interruptions_total, sidetone_false_alarms_total",
        "sidetone_call_alerts_total, sidetone_alerts_total",
        "sidetone_journal_not_started_total, sidetone_journal_never_begun_total"
    })
    void shouldShowTheFormerNameOfAMetricBesideItsNewOne(String name, String former, @TempDir Path folder)
            throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            List<String> lines = lines(server);
            assertThat(series(lines, name)).as(name).isNotEmpty().isEqualTo(series(lines, former));
        }
    }

    @Test
    void shouldExplainEveryMetricOfItsOwn(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, 1)) {
            List<String> lines = lines(server);
            List<String> own = lines.stream()
                    .filter(line -> line.startsWith("# TYPE sidetone_"))
                    .map(line -> line.split(" ")[2])
                    .toList();
            assertThat(own).hasSizeGreaterThan(50).doesNotHaveDuplicates();
            assertThat(own).allSatisfy(name -> assertThat(lines)
                    .as("help of %s", name)
                    .anyMatch(line -> line.matches("# HELP " + name + " \\S.{9,}")));
        }
    }
}
