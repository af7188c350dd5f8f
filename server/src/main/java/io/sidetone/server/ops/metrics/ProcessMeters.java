package io.sidetone.server.ops.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;
import io.sidetone.server.BuildInfo;
import io.sidetone.server.Part;
import io.sidetone.transport.metrics.CounterMeters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Build, JVM and process: {@code sidetone_build_info}, {@code jvm_…}, {@code process_…}. Read at scrapes. */
public final class ProcessMeters implements Part {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final double BYTES_PER_KIB = 1_024;
    private static final double NS_PER_S = 1e9;

    /** Series that nobody needs who has the others; a page of metrics is short. */
    private static final List<String> LEFT_OUT = List.of(
            "jvm.memory.committed",
            "jvm.memory.max",
            "jvm.buffer.count",
            "jvm.buffer.total",
            "jvm.threads.states",
            "process.cpu.time",
            "system.");

    /** Figures that no binder has, by the names that Prometheus' own libraries give them. */
    private enum Figure implements CounterName {
        RESIDENT("process_resident_memory_bytes", "Memory of this process that is in RAM"),
        PROCESSOR_TIME("process_cpu_seconds", "Processor time of this process");

        private final CounterSeries series;

        Figure(String metric, String help) {
            this.series = CounterSeries.of(metric, help);
        }

        @Override
        public CounterSeries series() {
            return series;
        }
    }

    private final BuildInfo build;
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** Shows {@code build}. */
    public ProcessMeters(BuildInfo build) {
        this.build = build;
    }

    /** Shows everything in {@code registry}, before any other part: it leaves out series of the JVM's binders there. */
    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        LEFT_OUT.forEach(name -> registry.config().meterFilter(MeterFilter.denyNameStartsWith(name)));
        List<MeterBinder> binders = List.of(
                collections,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new FileDescriptorMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics());
        binders.forEach(binder -> binder.bindTo(registry));
        CounterMeters.gauge(registry, Figure.RESIDENT, STATUS, ProcessMeters::residentBytes);
        CounterMeters.counter(registry, Figure.PROCESSOR_TIME, ProcessHandle.current(), ProcessMeters::cpuSeconds);
        Collector info = this::info;
        registry.getPrometheusRegistry().register(info);
    }

    private MetricSnapshot info() {
        Labels labels = Labels.of(
                "version", build.version(), "revision", build.commit(), "java", System.getProperty("java.version"));
        return InfoSnapshot.builder()
                .name("sidetone_build")
                .help("1: the labels are version and source revision of this process, and its Java")
                .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                        .labels(labels)
                        .build())
                .build();
    }

    private static double cpuSeconds(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .map(time -> time.toNanos() / NS_PER_S)
                .orElse(Double.NaN);
    }

    /** Returns the line {@code VmRSS} of {@code status}, in bytes; NaN where the system has no such file. */
    static double residentBytes(Path status) {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Double.parseDouble(line.replaceAll("\\D", "")) * BYTES_PER_KIB;
                }
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return Double.NaN;
    }

    @Override
    public void close() {
        collections.close();
    }
}
