package io.sidetone.bench.streams;

import io.sidetone.bench.callers.InterruptingStream;
import io.sidetone.bench.callers.StreamCaller;
import io.sidetone.bench.callers.StreamCallers;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Findings;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.measure.Percentiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Callers on Twilio-style streams who interrupt: measures how soon the clear arrives, and what of the old turn arrives
 * after it, beside streams whose messages come back without a call.
 *
 * <p>Exit code 1 when a frame or a mark of an old turn arrived, a call was not interrupted, or a stream failed.
 */
@Command(
        name = "streams-barge-in",
        description =
                "Interrupts the agents of a few media streams and measures the clear; then those of N streams, and counts"
                        + " what is still sent of the old turn.",
        mixinStandardHelpOptions = true)
public final class BargeInCommand extends Plan {
    private static final int MOST_SHOWN = 10;
    private static final double MOST_MS = 10;

    /** Streams without a call. */
    private static final int ECHOES = 8;

    /** A call with fewer interruptions proves nothing. */
    private static final long LEAST_INTERRUPTIONS = 2;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "500",
            description = "Streams whose frames are counted. Default: ${DEFAULT-VALUE}")
    private int streams;

    @Option(
            names = "--timed",
            defaultValue = "50",
            description = "Streams whose clears are timed; 0: none. Default: ${DEFAULT-VALUE}")
    private int timed;

    @Option(names = "--seconds", defaultValue = "20", description = "How long is measured. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "10", description = "Seconds before. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Override
    protected boolean measure(Path folder) throws IOException, InterruptedException {
        boolean good = timed == 0 || run(folder, timed);
        return good & (streams == 0 || run(folder, streams));
    }

    private boolean run(Path folder, int calls) throws IOException, InterruptedException {
        System.out.println();
        System.out.println(calls + " streams, interrupted by voice and by key in turns, " + seconds + " s");
        List<InterruptingStream> callers = new ArrayList<>();
        List<EchoStream> echoes = new ArrayList<>();
        try (Target server = InterruptedServer.start(folder, calls)) {
            StreamCallers.Opening opening = number -> {
                if (number > calls) {
                    EchoStream echo = new EchoStream(StreamCaller.connect(server.http(), EchoStream.PATH), number);
                    echoes.add(echo);
                    return echo;
                }
                InterruptingStream caller =
                        new InterruptingStream(StreamCaller.connect(server.http(), StreamCaller.TWILIO), number);
                callers.add(caller);
                return caller;
            };
            Window window;
            try (StreamCallers all = new StreamCallers(calls + ECHOES, opening, true)) {
                TimeUnit.SECONDS.sleep(warmupS);
                window = measure(server);
                all.check();
            }
            return report(callers, echoes, window);
        }
    }

    /** Figures that the server and a bare timer give after the measurement, which began at {@code fromNs}. */
    private record Window(long fromNs, Percentiles control, Map<String, Long> counters, String commits) {}

    private Window measure(Target server) throws IOException, InterruptedException {
        long fromNs = System.nanoTime();
        try (ControlTimer timer = new ControlTimer()) {
            TimeUnit.SECONDS.sleep(seconds);
            return new Window(fromNs, timer.stop(), counters(server), server.get(InterruptedServer.COMMITS));
        }
    }

    private static Map<String, Long> counters(Target server) throws IOException, InterruptedException {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String line : server.get(InterruptedServer.COUNTERS).split("\n")) {
            int end = line.lastIndexOf(' ');
            counters.put(line.substring(0, end), Long.parseLong(line.substring(end + 1)));
        }
        return counters;
    }

    private static long sum(List<InterruptingStream> callers, ToLongFunction<InterruptingStream> count) {
        return callers.stream().mapToLong(count).sum();
    }

    private boolean report(List<InterruptingStream> callers, List<EchoStream> echoes, Window window)
            throws IOException {
        Reactions reactions = new Reactions(window.commits());
        for (InterruptingStream caller : callers) {
            reactions.add(caller, window.fromNs());
        }
        long oldFrames = sum(callers, caller -> caller.order().oldFrames());
        long oldMarks = sum(callers, caller -> caller.order().oldMarks());
        long fewest = callers.stream()
                .mapToLong(caller -> caller.interruptions().size())
                .min()
                .orElse(0);
        long stale = window.counters().get(InterruptedServer.STALE);
        long missed = sum(callers, InterruptingStream::missed);
        Quiet quiet = new Quiet(window.control().p99());
        boolean soon = missed == 0 && reactions.keyP99Ms() <= MOST_MS;
        Findings findings = Findings.of(getClass().getName());
        reactions.report(findings);
        Histogram echo = echoes.get(0).there();
        echoes.stream().skip(1).forEach(each -> echo.add(each.there()));
        double echoP99Ms = echo.getValueAtPercentile(99) / 1e6;
        findings.histogram("bare echo sent -> read, µs", echo);
        findings.say(String.format(
                        Locale.ROOT,
                        "control: lateness of a bare timer, ms: p50 %.2f  p99 %.2f  max %.2f",
                        window.control().p50(),
                        window.control().p99(),
                        window.control().max()))
                .say(verdict(quiet, reactions.p99Ms()))
                .say(String.format(
                        Locale.ROOT,
                        "key → clear, %d streams, p99 %.1f ms, %.2f times a bare echo's: %s",
                        callers.size(),
                        reactions.keyP99Ms(),
                        reactions.keyP99Ms() / echoP99Ms,
                        quiet.judged(soon, "at most 10 ms, wanted 5 ms")))
                .count("interruptions, from the first", sum(callers, caller -> caller.interruptions()
                        .size()))
                .count("  the fewest of a call", fewest)
                .count("  without a clear in 3 s", missed)
                .count("clears that were not requested", sum(callers, InterruptingStream::unasked))
                .count("media messages looked at", sum(callers, InterruptingStream::mediaIn))
                .count("  without a readable turn", sum(callers, caller -> caller.order()
                        .unreadable()))
                .count("frames of a turn after its clear (must be 0)", oldFrames)
                .count("marks", sum(callers, caller -> caller.order().marks()))
                .count("  of a turn after its clear (must be 0)", oldMarks);
        window.counters().forEach((what, count) -> findings.count("server: " + what, count));
        findings.report();
        callers.stream()
                .filter(caller -> caller.order().oldFrames() > 0)
                .limit(MOST_SHOWN)
                .forEach(caller -> System.out.println(
                        caller.callSid() + ": " + caller.order().oldFrames() + " old frames; "
                                + String.join("; ", caller.order().shown())));
        return oldFrames == 0 && oldMarks == 0 && stale == 0 && fewest >= LEAST_INTERRUPTIONS && quiet.excuses(soon);
    }

    private static String verdict(Quiet quiet, double p99Ms) {
        if (!quiet.enough()) {
            return "the machine is busy: times say nothing";
        }
        return 2 * quiet.controlP99Ms() <= p99Ms
                ? "a bare timer was less than half as late at p99: the tail is ours"
                : "a bare timer was about as late at p99: the tail is the machine's";
    }
}
