package io.sidetone.bench.streams;

import com.sun.management.OperatingSystemMXBean;
import io.sidetone.bench.callers.InterruptingStream;
import io.sidetone.bench.callers.StreamCaller;
import io.sidetone.bench.callers.StreamCallers;
import io.sidetone.bench.harness.AllocationProbe;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.measure.Percentiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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

    /** Clock ticks per second in /proc. */
    private static final double TICKS_PER_S = 100;

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
                window = measure(server, all);
                all.check();
            }
            return report(callers, echoes, window);
        }
    }

    /** The figures between two moments. */
    private record Window(
            long fromNs,
            double wallS,
            double cpuS,
            double clientS,
            double busyS,
            long messagesIn,
            long messagesOut,
            Percentiles control,
            Map<String, Long> before,
            Map<String, Long> after,
            String commits,
            Map<String, Long> refused) {
        long grown(String counter) {
            return after.get(counter) - before.get(counter);
        }
    }

    private Window measure(Target server, StreamCallers callers) throws IOException, InterruptedException {
        Map<String, Long> before = numbers(server, InterruptedServer.COUNTERS);
        long fromNs = System.nanoTime();
        double cpuS = server.cpuS();
        double clientS = clientS();
        double busyS = busyS();
        long in = callers.sent();
        long out = callers.received();
        Percentiles control;
        try (ControlTimer timer = new ControlTimer()) {
            TimeUnit.SECONDS.sleep(seconds);
            control = timer.stop();
        }
        cpuS = server.cpuS() - cpuS;
        clientS = clientS() - clientS;
        busyS = busyS() - busyS;
        double wallS = (System.nanoTime() - fromNs) / 1e9;
        in = callers.sent() - in;
        out = callers.received() - out;
        Map<String, Long> after = numbers(server, InterruptedServer.COUNTERS);
        return new Window(
                fromNs,
                wallS,
                cpuS,
                clientS,
                busyS,
                in,
                out,
                control,
                before,
                after,
                server.get(InterruptedServer.COMMITS),
                numbers(server, InterruptedServer.REFUSED));
    }

    private static double clientS() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    /** Returns the processor time of the whole machine, without idle time and waits for a disk. */
    private static double busyS() throws IOException {
        String[] ticks = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
        double sum = 0;
        for (int i = 1; i <= 7; i++) {
            sum += i == 4 || i == 5 ? 0 : Long.parseLong(ticks[i]);
        }
        return sum / TICKS_PER_S;
    }

    private static Map<String, Long> numbers(Target server, String page) throws IOException, InterruptedException {
        return server.get(page)
                .lines()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(parts -> parts[0], parts -> Long.parseLong(parts[1])));
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
        long stale = window.after().get("stale_frames_sent");
        long missed = sum(callers, InterruptingStream::missed);
        Quiet quiet = new Quiet(window.control().p99());
        boolean soon = missed == 0 && reactions.keyP99Ms() <= MOST_MS;
        AllocationProbe findings = AllocationProbe.of(getClass().getName());
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
                .count("  of a turn after its clear (must be 0)", oldMarks)
                .count("server: stale frames sent (must be 0)", stale)
                .count("server: dropped at the fence", window.after().get("stale_dropped"))
                .count("server: fenced during the write", window.after().get("fence_races"))
                .count("server: ring events refused", window.after().get("ring_refused"))
                .count("server: frames skipped", window.grown("frames_skipped"))
                .count(
                        "server: frames, clears and ends an egress ring had no room for",
                        window.after().get("egress_refused"))
                .count("server: frames a slow peer lost", window.after().get("frames_dropped"));
        load(findings, window);
        findings.report();
        callers.stream()
                .filter(caller -> caller.order().oldFrames() > 0)
                .limit(MOST_SHOWN)
                .forEach(caller -> System.out.println(
                        caller.callSid() + ": " + caller.order().oldFrames() + " old frames, "
                                + window.refused().getOrDefault(caller.callSid(), 0L) + " refused by its egress ring; "
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

    private static void load(AllocationProbe findings, Window window) {
        long messages = window.messagesIn() + window.messagesOut();
        findings.say(String.format(
                Locale.ROOT,
                "media messages a second: %,.0f in, %,.0f out; processor seconds a second: server %.2f, callers %.2f,"
                        + " everybody else %.2f",
                window.messagesIn() / window.wallS(),
                window.messagesOut() / window.wallS(),
                window.cpuS() / window.wallS(),
                window.clientS() / window.wallS(),
                (window.busyS() - window.cpuS() - window.clientS()) / window.wallS()));
        findings.say(String.format(
                Locale.ROOT,
                "allocated for a media message in or out, Netty included: %.0f bytes on event loops, %.0f on lanes",
                (double) window.grown("web_bytes") / messages,
                (double) window.grown("lane_bytes") / messages));
    }
}
