package io.sidetone.bench.lane;

import io.sidetone.bench.harness.Json;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.Picture;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Range;
import io.sidetone.bench.lane.Interrupted.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how fast a cancelled turn stops, by number of calls beside it: {@link InterruptionBench} in rounds, the arms of a round in
 * turns, so that they share the machine's state. Prints a table, and leaves it with data and a picture.
 */
@Command(
        name = "interruption",
        description = "Measures how fast a cancelled turn stops, beside a bare wake-up of the same run.",
        mixinStandardHelpOptions = true)
public final class InterruptionCommand implements Callable<Integer> {
    private static final String SHIPPED = "shipped";
    private static final List<Double> DRAWN = List.of(50.0, 75.0, 90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9, 99.95);

    /** A figure of a run, and what the shipped arm's may be at most, by calls beside. */
    private record Figure(String what, ToDoubleFunction<Interrupted> of, Map<Integer, Double> most) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("p99 ÷ a bare wake-up's", run -> ratio(run, Time.COMMIT, 99), Map.of(0, 1.3, 50, 1.5, 200, 2.0)),
            new Figure("p99.9 ÷ a bare wake-up's", run -> ratio(run, Time.COMMIT, 99.9), Map.of(50, 2.0)),
            new Figure(
                    "p99 ÷ a bare wake-up's, until the sender has seen the fence",
                    run -> ratio(run, Time.WATCHED, 99),
                    Map.of()),
            // The mock's answer is spoken on the lane, too, so this bounds what an interruption costs from above.
            new Figure(
                    "bytes that the lane allocates for an interruption and the mock's answer",
                    run -> (double) run.count("bytes") / Math.max(1, run.count("interruptions")),
                    Map.of()),
            new Figure(
                    "ms that frames are late at p99 beyond a bare wake-up",
                    run -> (run.at(Time.FRAMES, 99) - run.at(Time.CONTROL, 99)) / 1e3,
                    Map.of(50, 0.25)));

    @Option(
            names = "--calls",
            paramLabel = "N,…",
            split = ",",
            description = "Calls beside, up to some thousands. Default: ${DEFAULT-VALUE}",
            defaultValue = "0,50,200")
    private List<Integer> calls;

    @Option(
            names = "--arms",
            paramLabel = "ARM,…",
            split = ",",
            description =
                    "What runs in turns: shipped (the flags of scripts/run), again (the same once more: how much is chance), "
                            + "g1, zgc. Default: ${DEFAULT-VALUE}",
            defaultValue = "shipped,again")
    private List<String> arms;

    @Option(names = "--rounds", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}", defaultValue = "5")
    private int rounds;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "What counts of each run. Default: ${DEFAULT-VALUE}",
            defaultValue = "12")
    private int seconds;

    @Option(names = "-J", paramLabel = "FLAG", description = "A flag of the shipped arm.")
    private List<String> flags = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where interruption.md and interruption.json go. Default: ${DEFAULT-VALUE}",
            defaultValue = "bench/target/bench")
    private Path out;

    @Option(names = "--picture", paramLabel = "SCRIPT", description = "What draws interruption.json.")
    private Path picture;

    /** The runs of one arm beside so many calls. */
    private record Cell(int calls, String arm) {}

    private final Map<Cell, List<Interrupted>> runs = new LinkedHashMap<>();
    private final List<String> table = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (String arm : arms) {
            if (!List.of(SHIPPED, "again", "g1", "zgc").contains(arm)) {
                System.err.println("--arms: '" + arm + "' is none of shipped, again, g1, zgc");
                return CommandLine.ExitCode.USAGE;
            }
        }
        Files.createDirectories(out);
        Machine.print(System.out);
        System.out.println("shipped  " + String.join(" ", flags));
        for (int round = 1; round <= rounds; round++) {
            for (int beside : calls) {
                for (String arm : arms) {
                    Interrupted run = run(beside, arm);
                    runs.computeIfAbsent(new Cell(beside, arm), any -> new ArrayList<>())
                            .add(run);
                    System.out.printf(
                            Locale.ROOT,
                            "round %d  %4d calls beside, %-7s  commit → fence p99 %6.0f µs, bare wake-up %6.0f µs%n",
                            round,
                            beside,
                            arm,
                            run.at(Time.COMMIT, 99),
                            run.at(Time.CONTROL, 99));
                }
            }
        }
        boolean met = report();
        draw();
        return met ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private Interrupted run(int beside, String arm) throws IOException {
        Path found = out.resolve("interrupted.bin");
        Files.deleteIfExists(found);
        List<String> all = new ArrayList<>(List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dlog4j2.configurationFile=classpath:bench-log4j2.xml",
                "-D" + Interrupted.FILE_PROPERTY + "=" + found.toAbsolutePath()));
        boolean chosen = arm.equals("g1") || arm.equals("zgc");
        flags.stream()
                .filter(flag -> !chosen || !flag.matches("-XX:\\+(Use\\w+GC|ZGenerational)"))
                .forEach(all::add);
        if (chosen) {
            all.add(arm.equals("g1") ? "-XX:+UseG1GC" : "-XX:+UseZGC");
        }
        try {
            new Runner(new OptionsBuilder()
                            .include(InterruptionBench.class.getName())
                            .param("otherCalls", String.valueOf(beside))
                            .forks(1)
                            .warmupIterations(3)
                            .warmupTime(TimeValue.seconds(Math.min(2, seconds)))
                            .measurementIterations(Math.max(1, seconds / 3))
                            .measurementTime(TimeValue.seconds(Math.min(3, seconds)))
                            .shouldFailOnError(true)
                            .timeout(TimeValue.minutes(5))
                            .verbosity(VerboseMode.SILENT)
                            .jvmArgsAppend(all.toArray(String[]::new))
                            .build())
                    .run();
        } catch (RunnerException e) {
            throw new IOException("a run with " + beside + " calls beside, arm " + arm + ": " + e, e);
        }
        return Interrupted.read(found);
    }

    private boolean report() throws IOException {
        boolean met = true;
        for (Map.Entry<Cell, List<Interrupted>> each : runs.entrySet()) {
            Interrupted sum = sum(each.getValue());
            say("");
            say(String.format("**%d calls beside, %s**", each.getKey().calls, each.getKey().arm));
            say("");
            say("| µs | p50 | p99 | p99.9 | most |");
            say("|---|---|---|---|---|");
            for (Time time : Time.values()) {
                Histogram ns = sum.of(time);
                say(String.format(
                        Locale.ROOT,
                        "| %s | %.0f | %.0f | %.0f | %.0f |",
                        time.shown,
                        ns.getValueAtPercentile(50) / 1e3,
                        ns.getValueAtPercentile(99) / 1e3,
                        ns.getValueAtPercentile(99.9) / 1e3,
                        ns.getMaxValue() / 1e3));
            }
            say("");
            say(waited(sum));
        }
        table.addAll(List.of("", "| what | figure | |", "|---|---|---|"));
        System.out.println();
        for (int beside : calls) {
            for (String arm : arms) {
                met &= judge(beside, arm);
            }
        }
        Files.write(out.resolve("interruption.md"), table);
        System.out.println("\nresults  " + out.resolve("interruption.md"));
        return met;
    }

    private static Interrupted sum(List<Interrupted> runs) {
        Interrupted sum = new Interrupted();
        runs.forEach(sum::add);
        return sum;
    }

    /** Returns what the lane did while interruptions waited long. */
    private static String waited(Interrupted sum) {
        StringBuilder text = new StringBuilder("Waited over 200 µs for their turn, of ")
                .append(sum.count("interruptions"))
                .append(':');
        for (CommitStages.Meanwhile what : CommitStages.Meanwhile.values()) {
            text.append(' ')
                    .append(what.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                    .append(' ')
                    .append(sum.count(what.name()));
        }
        return text.append("; stale frames ").append(sum.count("stale")).toString();
    }

    private boolean judge(int beside, String arm) {
        List<Interrupted> all = runs.get(new Cell(beside, arm));
        Quiet quiet =
                new Quiet(range(all, run -> run.at(Time.CONTROL, 99) / 1e3).median());
        boolean met = true;
        for (Figure figure : FIGURES) {
            Double most = arm.equals(SHIPPED) ? figure.most.get(beside) : null;
            met &= row(quiet, figure.what + ", " + beside + " calls beside, " + arm, range(all, figure.of), most);
        }
        return met;
    }

    private static Range range(List<Interrupted> runs, ToDoubleFunction<Interrupted> figure) {
        return Range.of(runs.stream().mapToDouble(figure).toArray());
    }

    private static double ratio(Interrupted run, Time time, double percentile) {
        return run.at(time, percentile) / run.at(Time.CONTROL, percentile);
    }

    /** One row of the table; judged when {@code most} is given. */
    private boolean row(Quiet quiet, String what, Range figure, Double most) {
        boolean met = most == null || figure.median() <= most;
        String verdict = most == null ? "" : quiet.judged(met, "at most " + most);
        table.add("| " + what + " | " + figure + " | " + verdict + " |");
        System.out.println("- " + what + " " + figure + (verdict.isEmpty() ? "" : ": " + verdict));
        return quiet.excuses(met);
    }

    private void say(String line) {
        table.add(line);
        System.out.println(line);
    }

    /** Leaves what is drawn, and draws it. */
    private void draw() throws IOException, InterruptedException {
        List<Map<String, Object>> lines = new ArrayList<>();
        runs.forEach((cell, found) -> {
            Interrupted sum = sum(found);
            for (Time time : List.of(Time.COMMIT, Time.CONTROL)) {
                lines.add(Map.of(
                        "calls",
                        cell.calls,
                        "arm",
                        cell.arm,
                        "what",
                        time.name().toLowerCase(Locale.ROOT),
                        "points",
                        DRAWN.stream()
                                .map(share -> List.of(share, sum.at(time, share)))
                                .toList()));
            }
        });
        Path data = Files.writeString(out.resolve("interruption.json"), Json.text(Map.of("lines", lines)));
        if (picture != null) {
            Path svg = out.resolve("interruption.svg");
            Picture.draw(picture, data, svg);
            System.out.println("picture  " + svg);
        }
    }
}
