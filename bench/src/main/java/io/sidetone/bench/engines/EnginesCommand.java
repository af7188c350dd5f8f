package io.sidetone.bench.engines;

import io.sidetone.bench.callers.StreamCallers;
import io.sidetone.bench.callers.TalkingStream;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.measure.Percentiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs calls with every service that the server supports: measures the time that the server adds to each step of a
 * turn, and the cost of many calls.
 *
 * <p>Exit code 1 when a request failed, a protocol was broken, audio was stale, a connection or an answer was left
 * behind, or a call was not served. A missed goal is only printed.
 */
@Command(
        name = "engines",
        description =
                "Calls with every service, on loopback: one call of each combination is timed, then N run at once.",
        mixinStandardHelpOptions = true)
public final class EnginesCommand extends Plan {
    private static final int HANG_UP_LIMIT_S = 20;
    private static final int WARM_UP_CALLS = 148;
    private static final int MORE_REALTIME = 5;
    private static final int GREETING_S = 4;
    private static final int RAMP_S = 12;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "300",
            description = "Calls at once; 0: none. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(
            names = "--timed-seconds",
            defaultValue = "75",
            description = "How long single calls are timed; 0: not. Default: ${DEFAULT-VALUE}")
    private int timedS;

    @Option(
            names = "--seconds",
            defaultValue = "40",
            description = "How long N calls are measured. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "25", description = "Seconds before each. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(names = "--keep", description = "Keeps configurations, logs and journals there.")
    private Path keep;

    @Override
    protected boolean measure(Path folder) throws Exception {
        Path kept = keep == null ? folder : Files.createDirectories(keep);
        boolean good = timedS == 0 || timed(kept);
        return good & (calls == 0 || load(kept));
    }

    private static List<String> called(int count) {
        List<String> agents = Providers.agents();
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(Providers.number(agents.get(i % agents.size())));
        }
        return numbers;
    }

    private static List<String> timedNumbers() {
        List<String> numbers = new ArrayList<>(called(Providers.agents().size()));
        for (int i = 0; i < MORE_REALTIME; i++) {
            numbers.add(Providers.number(Providers.REALTIME));
        }
        return numbers;
    }

    private void warmUp(Target server, int count) throws IOException, InterruptedException {
        try (StreamCallers carrier = StreamCallers.talking(server.http(), called(count), new ArrayList<>())) {
            TimeUnit.SECONDS.sleep(warmupS);
            carrier.check();
        }
    }

    /** Runs one call of each combination, with a journal. */
    private boolean timed(Path folder) throws Exception {
        int count = Providers.agents().size() + MORE_REALTIME;
        System.out.println();
        System.out.println(count + " calls, one with each combination of engines and " + (1 + MORE_REALTIME)
                + " with the realtime model, " + timedS + " s after " + warmupS + " s of " + WARM_UP_CALLS);
        Path journals = Files.createDirectories(folder.resolve("journals"));
        List<TalkingStream> callers = new ArrayList<>();
        Times pings;
        long fromNs;
        long toNs;
        Percentiles control;
        boolean good;
        try (Providers providers = new Providers()) {
            Scrape after;
            try (Target server =
                    Target.serve("timed", folder, jar(), providers.configuration(WARM_UP_CALLS, journals.toString()))) {
                warmUp(server, WARM_UP_CALLS);
                Baseline.await(server, providers, HANG_UP_LIMIT_S);
                try (StreamCallers carrier = StreamCallers.talking(server.http(), timedNumbers(), callers)) {
                    TimeUnit.SECONDS.sleep(GREETING_S);
                    fromNs = System.nanoTime();
                    try (ControlTimer timer = new ControlTimer();
                            PingPong ping = new PingPong()) {
                        TimeUnit.SECONDS.sleep(timedS);
                        control = timer.stop();
                        pings = ping.times();
                    }
                    toNs = System.nanoTime();
                    carrier.check();
                }
                good = Baseline.await(server, providers, HANG_UP_LIMIT_S);
                after = server.scrape();
                good &= new Health(after, providers, callers).report(System.out);
            }
            JournalTimes lanes = JournalTimes.read(journals);
            EngineResults figures = new EngineResults(providers.log(), lanes, fromNs, toNs);
            System.out.println("control: a bare timer late " + spread(control) + "; "
                    + (new Quiet(control.p99()).enough() ? "quiet" : "the machine is busy: times say nothing"));
            System.out.println(
                    "control: ping and pong  " + pings.between(fromNs, toNs).line());
            figures.report(System.out);
            System.out.println("frames of cancelled turns after the cancel, in " + lanes.journals()
                    + " journals (must be 0): " + lanes.staleFrames());
            System.out.println("figures over " + EngineResults.GOAL_MS + " ms at p99: " + figures.missed());
            return good && figures.sound() && lanes.staleFrames() == 0;
        }
    }

    private static String spread(Percentiles spread) {
        return String.format(Locale.ROOT, "p50 %.2f  p99 %.2f  max %.2f ms", spread.p50(), spread.p99(), spread.max());
    }

    /** Runs N calls with the engines in turns, without journals. */
    private boolean load(Path folder) throws Exception {
        System.out.println();
        System.out.println(calls + " calls at once, " + seconds + " s");
        List<TalkingStream> callers = new ArrayList<>();
        try (Providers providers = new Providers();
                Target server = Target.serve("load", folder, jar(), providers.configuration(calls, ""))) {
            // Classes that the first calls load and compile must not count for a call.
            warmUp(server, Math.min(calls, WARM_UP_CALLS));
            boolean good = Baseline.await(server, providers, HANG_UP_LIMIT_S);
            Usage none = Usage.of(server, providers);
            EngineResults figures;
            Usage usage;
            try (StreamCallers carrier = StreamCallers.talking(server.http(), called(calls), callers)) {
                TimeUnit.SECONDS.sleep(RAMP_S);
                long fromNs = System.nanoTime();
                double cpuS = server.cpuS();
                TimeUnit.SECONDS.sleep(seconds);
                double wallS = (System.nanoTime() - fromNs) / 1e9;
                double usedS = server.cpuS() - cpuS;
                figures = new EngineResults(providers.log(), null, fromNs, System.nanoTime());
                usage = Usage.of(server, providers);
                carrier.check();
                usage.report(System.out, none, calls, usedS / wallS);
            }
            good &= Baseline.await(server, providers, HANG_UP_LIMIT_S);
            good &= new Health(server.scrape(), providers, callers).report(System.out);
            Usage.of(server, providers).left(System.out, none);
            System.out.println("of these calls, on a machine that also plays callers and services:");
            figures.report(System.out);
            return good && figures.sound();
        }
    }

    /** Returns the sum over the callers. */
    static long sum(List<TalkingStream> callers, ToLongFunction<TalkingStream> count) {
        return callers.stream().mapToLong(count).sum();
    }
}
