package io.sidetone.bench.calls;

import io.sidetone.bench.ControlTimer;
import io.sidetone.bench.Folders;
import io.sidetone.bench.Machine;
import io.sidetone.bench.TestedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Many calls at once against the server: what is refused, how late frames are, what it costs. */
@Command(
        name = "scripts/bench calls",
        description = "Runs N calls with G.711 in both directions against the server with mock engines.",
        mixinStandardHelpOptions = true)
public final class CallsMain implements Callable<Integer> {
    private static final double QUIET_MS = 2;
    private static final int CALLS_PER_CORE = 2_000;
    private static final int RAMP_S = 5;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "200",
            description = "Calls. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(names = "--seconds", defaultValue = "20", description = "How long is measured. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "15", description = "Seconds before. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    private CallsMain() {}

    /** Runs the bench and ends the process: 1 when calls failed or frames were refused or stale. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new CallsMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        Path folder = Files.createTempDirectory("sidetone-calls");
        try (TestedServer server = TestedServer.serve("sidetone", folder, jar, configuration())) {
            return measure(folder, server);
        } finally {
            Folders.delete(folder);
        }
    }

    private String configuration() {
        return """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                engines: {mock: {type: mock}}
                agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
                """
                .formatted(10_000 + 3 * calls + 400, calls + 20);
    }

    private int measure(Path folder, TestedServer server) throws IOException, InterruptedException {
        int perSecond = Math.max(1, calls / RAMP_S);
        int lengthS = RAMP_S + warmupS + seconds + 5;
        try (CallGenerator generator = CallGenerator.start(folder, server.sip(), calls, perSecond, lengthS)) {
            awaitCalls(server, generator);
            TimeUnit.SECONDS.sleep(warmupS);
            Snapshot before;
            Snapshot after;
            double controlMs;
            try (ControlTimer control = new ControlTimer()) {
                before = Snapshot.of(server);
                TimeUnit.SECONDS.sleep(seconds);
                after = Snapshot.of(server);
                controlMs = control.stop().p99();
            }
            boolean ok = generator.succeeded(lengthS + 60);
            if (!ok) {
                System.err.println("calls failed; sipp said:\n" + generator.output());
            }
            boolean held = report(before, after, controlMs);
            return ok && held ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private void awaitCalls(TestedServer server, CallGenerator generator) throws IOException, InterruptedException {
        for (int i = 0; i < (RAMP_S + 20) * 5; i++) {
            if (Snapshot.of(server).sum("sidetone_calls_active") >= calls) {
                return;
            }
            if (!generator.running()) {
                throw new IOException(
                        "the generator ended before all calls were up; sipp said:\n" + generator.output());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        throw new IOException("only " + Snapshot.of(server).sum("sidetone_calls_active") + " of " + calls
                + " calls came up; sipp said:\n" + generator.output());
    }

    private boolean report(Snapshot before, Snapshot after, double controlMs) {
        double wallS = (after.atNs() - before.atNs()) / 1e9;
        double cpu = (after.cpuNs() - before.cpuNs()) / 1e9 / wallS;
        double pairs = after.since(before, "sidetone_rtp_events_total", "packets_in") / wallS;
        double latenessBudgetMs = calls <= 50 ? 0.25 : 5;
        double latenessMs = 1e3 * after.quantileSince(before, "sidetone_playout_lateness_seconds", 0.99);
        boolean quiet = controlMs <= QUIET_MS;

        System.out.println();
        line("calls", "%.0f", after.sum("sidetone_calls_active"), "");
        line("packets in, a second", "%,.0f", pairs, "of " + calls * 50);
        line(
                "packets out, a second",
                "%,.0f",
                after.since(before, "sidetone_rtp_events_total", "packets_out") / wallS,
                "of " + calls * 50);
        boolean held = zero("ring events refused", after.since(before, "sidetone_ring_refused_total"));
        held &= zero("stale frames sent", after.sum("sidetone_stale_frames_sent_total"));
        zero("frames skipped", after.since(before, "sidetone_frames_skipped_total"));
        line("barge-ins", "%.0f", after.since(before, "sidetone_barge_ins_total"), "");
        line(
                "playout lateness p99, ms, at most",
                "%.2f",
                latenessMs,
                judged(latenessMs <= latenessBudgetMs, quiet, "budget " + latenessBudgetMs));
        line(
                "lane cycle p99, ms, at most",
                "%.2f",
                1e3 * after.quantileSince(before, "sidetone_lane_cycle_seconds", 0.99),
                "");
        line(
                "control: timer lateness p99, ms",
                "%.2f",
                controlMs,
                quiet ? "quiet" : "the machine is busy: lateness not judged");
        line("heap in use, MB", "%.0f", after.sum("sidetone_jvm_heap_used_bytes") / 1e6, "");
        line("processor seconds a second", "%.3f", cpu, "all threads");
        line("processor µs per packet in and out", "%.1f", 1e6 * cpu / pairs, "");
        line(
                "calls on one core, extrapolated",
                "%,.0f",
                calls / cpu,
                judged(calls / cpu >= CALLS_PER_CORE, quiet, "budget " + CALLS_PER_CORE));
        return held;
    }

    private static boolean zero(String what, double value) {
        line(what, "%.0f", value, value == 0 ? "ok" : "must be 0");
        return value == 0;
    }

    private static String judged(boolean good, boolean quiet, String budget) {
        return budget + (quiet ? good ? ": ok" : ": MISSED" : ": not judged");
    }

    private static void line(String what, String format, double value, String remark) {
        System.out.println(
                String.format(Locale.ROOT, "%-36s %12s  %s", what, String.format(Locale.ROOT, format, value), remark)
                        .stripTrailing());
    }
}
