package io.sidetone.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.server.BuildInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMetersTest {
    private static double value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    @Test
    void shouldShowBuildMemoryThreadsCollectionsDescriptorsAndTimes() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ProcessMeters meters = new ProcessMeters(new BuildInfo("1.2.3", "abc1234"))) {
            meters.bindTo(registry);
            List<String> lines = registry.scrape().lines().toList();
            assertThat(value(
                            lines,
                            "sidetone_build_info{java=\"" + System.getProperty("java.version")
                                    + "\",revision=\"abc1234\",version=\"1.2.3\"}"))
                    .isEqualTo(1);
            assertThat(value(lines, "process_resident_memory_bytes")).isGreaterThan(10_000_000);
            assertThat(value(lines, "process_cpu_seconds_total")).isPositive();
            assertThat(value(lines, "process_files_open_files"))
                    .isPositive()
                    .isLessThan(value(lines, "process_files_max_files"));
            assertThat(value(lines, "process_start_time_seconds")).isGreaterThan(1_600_000_000);
            assertThat(value(lines, "process_uptime_seconds")).isPositive();
            assertThat(value(lines, "jvm_threads_live_threads")).isPositive();
            assertThat(value(lines, "jvm_classes_loaded_classes")).isGreaterThan(1_000);
            assertThat(lines).anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""));
            assertThat(lines).anyMatch(line -> line.startsWith("jvm_gc_memory_allocated_bytes_total "));
            assertThat(lines).noneMatch(line -> line.startsWith("jvm_memory_committed"));
        }
    }

    @Test
    void shouldReadResidentMemoryAndGiveNoNumberWhereTheSystemHasNone(@TempDir Path folder) throws Exception {
        Path status = Files.writeString(folder.resolve("status"), "VmPeak:\t  9 kB\nVmRSS:\t  2048 kB\nThreads:\t3\n");
        assertThat(ProcessMeters.residentBytes(status)).isEqualTo(2_097_152);
        assertThat(ProcessMeters.residentBytes(folder.resolve("missing"))).isNaN();
    }
}
