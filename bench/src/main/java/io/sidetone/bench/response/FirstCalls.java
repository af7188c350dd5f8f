package io.sidetone.bench.response;

import io.sidetone.bench.harness.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Fresh servers: how long until ready, and how the first call, the first action and a first crowd differ from later ones. */
final class FirstCalls {
    private final Path jar;
    private final List<Launch> launches;
    private final List<FreshServers> cells = new ArrayList<>();

    FirstCalls(Path jar, List<Launch> launches) {
        this.jar = jar;
        this.launches = launches;
    }

    /** Starts {@code servers} servers each way with each kind of engines, and {@code crowds} more that {@code calls} callers call. */
    void run(int servers, int crowds, int calls) throws Exception {
        for (Launch launch : launches) {
            for (DeskKind kind : DeskKind.values()) {
                FreshServers cell = new FreshServers(launch, kind, jar);
                cell.run(servers, crowds, calls);
                cells.add(cell);
            }
        }
    }

    /** Whether no frame of a crowd was refused. */
    boolean tookAll() {
        return cells.stream().flatMap(cell -> cell.crowds.stream()).allMatch(crowd -> crowd.refused() == 0);
    }

    /** Returns a Markdown table: a column for each way and kind; the median in ms and, in brackets, the most. */
    List<String> table() {
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
