package io.sidetone.bench.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.TestedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Keeps many calls up for a long time: they interrupt, hold, lose packets, hang up and call again.
 *
 * <p>Exit code 1 when anything was refused, stale or failed, or when heap or threads grew.
 */
@Command(
        name = "soak",
        description = "Calls that interrupt, hold, lose packets, hang up and call again, for minutes or a day: "
                + "nothing may be refused or stale, heap and threads stay flat.",
        mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {
    /** Ports of ended calls rest before they are taken again. */
    private static final int PORTS_PER_CALL = 8;

    private static final int FIRST_PORT = 10_000;

    private static final int SAMPLES = 60;
    private static final double HALF_MINUTE_NS = 30e9;

    @Option(
            names = "--calls",
            defaultValue = "200",
            description = "Lines of callers; at most one call each is up. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(names = "--minutes", defaultValue = "30", description = "How long. Default: ${DEFAULT-VALUE}")
    private double minutes;

    @Option(
            names = "--warmup",
            defaultValue = "2",
            description =
                    "Minutes of these whose heap and threads do not count; the lines begin to call in the first half of them. "
                            + "Default: ${DEFAULT-VALUE}")
    private double warmupMinutes;

    @Option(
            names = "--loss",
            defaultValue = "1",
            description = "Percent of the callers' packets that get lost. Default: ${DEFAULT-VALUE}")
    private double lossPercent;

    @Option(
            names = "--seed",
            description = "Decides what callers do and which packets get lost. Default: from the clock")
    private Long seed;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    @Option(names = "--out", required = true, description = "The folder of soak.json.")
    private Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        long seeded = seed == null ? System.nanoTime() : seed;
        System.out.println(String.format(
                Locale.ROOT,
                "soak     %d lines, %.1f minutes, %.1f %% lost, seed %d",
                calls,
                minutes,
                lossPercent,
                seeded));
        Path folder = Files.createTempDirectory("sidetone-soak");
        try (TestedServer server = TestedServer.serve("sidetone", folder, jar, configuration());
                SoakCrowd crowd = SoakCrowd.open(
                        server.sip(), calls, lossPercent / 100, seeded, Math.round(warmupMinutes * HALF_MINUTE_NS))) {
            List<Sample> samples = watch(server, crowd);
            SoakVerdict verdict = new SoakVerdict(samples, crowd.failures());
            System.out.println();
            verdict.lines().forEach(System.out::println);
            write(seeded, verdict);
            return verdict.faults().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } finally {
            Folders.delete(folder);
        }
    }

    private String configuration() {
        int lastPort = Math.min(65_535, FIRST_PORT + PORTS_PER_CALL * calls + 400);
        return MockDesk.configuration("port: 0", MockDesk.ports(FIRST_PORT, lastPort), 2 * calls + 20);
    }

    /** Takes samples until the time is over; returns those after the warm-up. */
    private List<Sample> watch(TestedServer server, SoakCrowd crowd) throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        Jcmd jcmd = new Jcmd(server.pid());
        long startNs = System.nanoTime();
        double totalS = minutes * 60;
        System.out.println(
                "     s  active   calls   holds  interruptions  heap MB  resident MB  threads  refused  skipped  stale");
        for (int i = 1; i <= SAMPLES; i++) {
            double dueS = totalS * i / SAMPLES;
            long waitMs = Math.round(dueS * 1_000 - (System.nanoTime() - startNs) / 1e6);
            TimeUnit.MILLISECONDS.sleep(Math.max(0, waitMs));
            crowd.check();
            jcmd.ask("GC.run");
            Sample sample = sample(server, (System.nanoTime() - startNs) / 1e9);
            if (dueS > warmupMinutes * 60) {
                samples.add(sample);
            }
            System.out.println(String.format(
                    Locale.ROOT,
                    "%6.0f %7.0f %7d %7d %14.0f %8.1f %12.0f %8.0f %8.0f %8.0f %6.0f",
                    sample.atS(),
                    sample.active(),
                    crowd.calls(),
                    crowd.holds(),
                    sample.interruptions(),
                    sample.heapBytes() / 1e6,
                    sample.residentBytes() / 1e6,
                    sample.threads(),
                    sample.refused(),
                    sample.skipped(),
                    sample.stale()));
        }
        return samples;
    }

    private static Sample sample(TestedServer server, double atS) throws IOException, InterruptedException {
        Scrape metrics = server.scrape();
        return new Sample(
                atS,
                metrics.sum("sidetone_calls_active", ""),
                metrics.sum("sidetone_jvm_heap_used_bytes", ""),
                server.residentBytes(),
                server.threads().values().stream().mapToInt(Integer::intValue).sum(),
                server.process().descriptors(),
                metrics.sum("sidetone_ring_refused_total", ""),
                metrics.sum("sidetone_frames_skipped_total", ""),
                metrics.sum("sidetone_stale_frames_sent_total", ""),
                metrics.sum("sidetone_barge_ins_total", ""));
    }

    private void write(long seeded, SoakVerdict verdict) throws IOException {
        Files.createDirectories(out);
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(
                        out.resolve("soak.json").toFile(),
                        Map.of(
                                "calls", calls,
                                "minutes", minutes,
                                "lossPercent", lossPercent,
                                "seed", seeded,
                                "failures", verdict.failures(),
                                "faults", verdict.faults(),
                                "samples", verdict.samples()));
    }
}
