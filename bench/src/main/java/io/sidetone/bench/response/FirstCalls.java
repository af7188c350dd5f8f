package io.sidetone.bench.response;

import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Fresh servers: how long until ready, and how the first call, the first action and a first crowd differ from later ones. */
final class FirstCalls {
    @Option(
            names = "--first",
            defaultValue = "5",
            description = "Fresh servers of each kind; 0: none. Default: ${DEFAULT-VALUE}")
    private int servers;

    @Option(
            names = "--crowds",
            defaultValue = "2",
            description = "Fresh servers of each kind that a crowd calls. Default: ${DEFAULT-VALUE}")
    private int crowds;

    @Option(names = "--crowd", defaultValue = "200", description = "Calls of a crowd. Default: ${DEFAULT-VALUE}")
    private int crowd;

    @Option(
            names = "--launches",
            split = ",",
            description = "How fresh servers are started: launcher, bare. Default: both")
    private List<String> launches = List.of("launcher", "bare");

    @Option(names = "--bare", description = "A Java 17 that starts fresh servers without any flag.")
    private Path bare;

    private final List<FreshServers> cells = new ArrayList<>();

    /** Measures and prints a table; returns whether no frame of a crowd was refused. */
    boolean run(Path jar, Path folder) throws Exception {
        double controlMs;
        try (ControlTimer control = new ControlTimer()) {
            for (Launch launch : chosen()) {
                for (DeskKind kind : DeskKind.values()) {
                    FreshServers cell = new FreshServers(launch, kind, jar, folder);
                    cell.run(servers, crowds, crowd);
                    cells.add(cell);
                }
            }
            controlMs = control.stop().p99();
        }
        System.out.println(
                "\ncontrol beside all starts: a bare timer late p99 " + Math.round(controlMs * 10) / 10.0 + " ms\n");
        table().forEach(System.out::println);
        return cells.stream().flatMap(cell -> cell.crowds.stream()).allMatch(each -> each.refused() == 0);
    }

    private List<Launch> chosen() {
        List<Launch> chosen = new ArrayList<>();
        if (launches.contains("launcher")) {
            chosen.add(Launch.launcher());
        }
        if (launches.contains("bare") && bare == null) {
            System.out.println("\nno column of a bare Java 17: none was found");
        } else if (launches.contains("bare")) {
            chosen.add(Launch.bare(bare));
        }
        return chosen;
    }

    /** Returns a Markdown table: a column for each way and kind; the median in ms and, in brackets, the most. */
    private List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(row("fresh server", FreshServers::title));
        lines.add("| --- |" + " --- |".repeat(cells.size()));
        lines.add(row("`check-config`, ms", cell -> spread(cell.checkMs)));
        lines.add(row("start to `ready`, ms", cell -> spread(cell.readyMs)));
        lines.add(row("first call: INVITE to 200, ms", cell -> spread(each(cell.first, BookingCall::answerMs))));
        lines.add(row("second call: the same", cell -> spread(each(cell.second, BookingCall::answerMs))));
        lines.add(row("first call: INVITE to first sound, ms", cell -> spread(each(cell.first, BookingCall::audioMs))));
        lines.add(row("second call: the same", cell -> spread(each(cell.second, BookingCall::audioMs))));
        lines.add(row("first action: request to result, ms", cell -> spread(each(cell.first, BookingCall::actionMs))));
        lines.add(row("action of the second call: the same", cell -> spread(each(cell.second, BookingCall::actionMs))));
        lines.add(row("crowd: frames refused, each start", cell -> counts(cell, Crowd::refused)));
        lines.add(row("crowd: frames skipped, each start", cell -> counts(cell, Crowd::skipped)));
        lines.add(row("crowd: INVITE to first sound, p50; p95, ms", FirstCalls::greeting));
        return lines;
    }

    private String row(String what, Function<FreshServers, String> figure) {
        return "| " + what + " |"
                + cells.stream().map(cell -> " " + figure.apply(cell) + " |").collect(Collectors.joining());
    }

    private static List<Double> each(List<BookingCall> calls, Function<BookingCall, Double> figure) {
        return calls.stream().map(figure).toList();
    }

    private static String spread(List<Double> ms) {
        if (ms.isEmpty()) {
            return "";
        }
        Spread spread = Spread.of(ms);
        return String.format(Locale.ROOT, "%.0f (%.0f)", spread.p50(), spread.max());
    }

    private static String counts(FreshServers cell, ToDoubleFunction<Crowd> figure) {
        return cell.crowds.stream()
                .map(crowd -> String.format(Locale.ROOT, "%.0f", figure.applyAsDouble(crowd)))
                .collect(Collectors.joining(", "));
    }

    private static String greeting(FreshServers cell) {
        double[] sorted = cell.crowds.stream()
                .flatMap(crowd -> crowd.greetingMs().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return "";
        }
        double p95 = sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
        return String.format(Locale.ROOT, "%.0f; %.0f", Spread.median(sorted), p95);
    }
}
