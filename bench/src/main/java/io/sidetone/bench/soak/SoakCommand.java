package io.sidetone.bench.soak;

import io.sidetone.bench.callers.CallerHabits;
import io.sidetone.bench.callers.SipCallers;
import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Json;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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
public final class SoakCommand extends Plan {
    /** Ports of ended calls rest before they are taken again. */
    private static final int PORTS_PER_CALL = 8;

    private static final int FIRST_PORT = 10_000;

    private static final int SAMPLES = 60;
    private static final double HALF_MINUTE_NS = 30e9;

    /** One new line after the other, at first: no sooner than this. */
    private static final long LEAST_APART_NS = 25_000_000L;

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

    @Option(names = "--out", required = true, description = "The folder of soak.json.")
    private Path out;

    @Override
    protected boolean measure(Path folder) throws Exception {
        long seeded = seed == null ? System.nanoTime() : seed;
        System.out.println(String.format(
                Locale.ROOT,
                "soak     %d lines, %.1f minutes, %.1f %% lost, seed %d",
                calls,
                minutes,
                lossPercent,
                seeded));
        List<CallerHabits> habits = LongStream.range(seeded, seeded + calls)
                .mapToObj(CallerHabits::restless)
                .toList();
        long apartNs = Math.max(LEAST_APART_NS, Math.round(warmupMinutes * HALF_MINUTE_NS) / calls);
        try (Target server = Target.serve("sidetone", folder, jar(), configuration());
                SipCallers callers = new SipCallers(server.sip(), SrtpPolicy.OFF, habits, apartNs)) {
            callers.lose(lossPercent / 100, seeded);
            SoakVerdict verdict = new SoakVerdict(watch(server, callers), callers.failures());
            System.out.println();
            verdict.lines().forEach(System.out::println);
            write(seeded, verdict);
            return verdict.faults().isEmpty();
        }
    }

    private String configuration() {
        int lastPort = Math.min(65_535, FIRST_PORT + PORTS_PER_CALL * calls + 400);
        return MockDesk.configuration("port: 0", MockDesk.ports(FIRST_PORT, lastPort), 2 * calls + 20);
    }

    /** Takes samples until the time is over; returns those after the warm-up. */
    private List<Sample> watch(Target server, SipCallers callers) throws IOException, InterruptedException {
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
            callers.requireWell();
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
                    callers.calls(),
                    callers.holds(),
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

    private static Sample sample(Target server, double atS) throws IOException, InterruptedException {
        Scrape metrics = server.scrape();
        return new Sample(
                atS,
                metrics.sum("sidetone_calls_active"),
                metrics.sum("sidetone_jvm_heap_used_bytes"),
                server.residentBytes(),
                server.threads().values().stream().mapToInt(Integer::intValue).sum(),
                server.descriptors(),
                metrics.sum("sidetone_ring_refused_total"),
                metrics.sum("sidetone_frames_skipped_total"),
                metrics.sum("sidetone_stale_frames_sent_total"),
                metrics.sum("sidetone_barge_ins_total"));
    }

    private void write(long seeded, SoakVerdict verdict) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("calls", calls);
        document.put("minutes", minutes);
        document.put("lossPercent", lossPercent);
        document.put("seed", seeded);
        document.put("failures", verdict.failures());
        document.put("faults", verdict.faults());
        document.put("samples", verdict.samples());
        Files.createDirectories(out);
        Files.writeString(out.resolve("soak.json"), Json.text(document));
    }
}
