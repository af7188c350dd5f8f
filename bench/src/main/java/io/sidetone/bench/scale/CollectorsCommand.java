package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.bench.harness.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same calls on servers that differ in nothing but the JVM's collector, within a small heap, in turns. */
@Command(
        name = "collectors",
        description =
                "Compares the JVM's collectors: what calls cost within a small heap, and for how long they stand still.",
        mixinStandardHelpOptions = true)
public final class CollectorsCommand implements Callable<Integer> {
    private static final int FIRST_PORT = 10_000;
    private static final double MOST_MS = 2;

    /** What the launcher chooses. */
    private static final Collector SHIPPED = Collector.ZGC;

    @Option(names = "--calls", defaultValue = "200", description = "Calls at a time. Default: ${DEFAULT-VALUE}")
    private int calls;

    @Option(names = "--heap", defaultValue = "256", description = "Of each server, in MB. Default: ${DEFAULT-VALUE}")
    private int heapMb;

    @Option(names = "--rounds", defaultValue = "3", description = "That count. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "20", description = "Of each turn. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--warmup",
            defaultValue = "20",
            description = "Seconds of each turn of the first round, which does not count. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    /** A server with one collector. */
    private record Kept(SidetoneArm server, ArmBench bench, Pauses pauses) {
        CollectedTurn turn(int calls, int seconds) throws IOException, InterruptedException {
            List<List<Double>> untilEdge = new ArrayList<>();
            Turn turn = bench.turn(calls, seconds, () -> untilEdge.add(pauses.ms()));
            if (untilEdge.size() < 2) {
                // It failed before it was measured.
                return new CollectedTurn(turn, List.of());
            }
            List<Double> all = untilEdge.get(1);
            return new CollectedTurn(turn, all.subList(untilEdge.get(0).size(), all.size()));
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sidetone-collectors");
        Map<Collector, Kept> servers = new EnumMap<>(Collector.class);
        try {
            Machine.print(System.out);
            for (Collector collector : Collector.values()) {
                servers.put(collector, start(collector, folder));
            }
            Turns<Collector, CollectedTurn> turns = Turns.run(
                    List.of(Collector.values()), rounds, seconds, warmupS, (collector, forS) -> servers.get(collector)
                            .turn(calls, forS));
            System.out.println();
            table(turns).forEach(System.out::println);
            return 0;
        } finally {
            servers.values().forEach(kept -> kept.server().close());
            Folders.delete(folder);
        }
    }

    private Kept start(Collector collector, Path folder) throws IOException, InterruptedException {
        Pauses pauses = new Pauses(folder.resolve(collector + "-pauses.log"));
        List<String> flags = collector.in(TestedServer.flags(), heapMb);
        flags.add(pauses.flag());
        int firstPort = FIRST_PORT + collector.ordinal() * SidetoneArm.ports(calls);
        SidetoneArm server = SidetoneArm.start(collector.toString(), flags, folder, jar, calls, firstPort, false);
        return new Kept(server, new ArmBench(server), pauses);
    }

    private List<String> table(Turns<Collector, CollectedTurn> turns) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d calls, heaps of %d MB, %d rounds of %d s after a warm-up of %d s; medians with the least and greatest round.",
                calls,
                heapMb,
                rounds,
                seconds,
                warmupS));
        lines.add("");
        lines.add(
                "| collector | processor µs of a packet pair | of it the collector | pauses in a turn | pauses p99 of all turns ms "
                        + "| longest pause of a turn ms | frames late p99 ms | refused by the ring |");
        lines.add("|---|---|---|---|---|---|---|---|");
        for (Collector collector : Collector.values()) {
            lines.add(String.format(
                    "| %s | %s | %s | %s | %s | %s | %s | %s |",
                    collector,
                    range(turns, collector, one -> one.turn().costUs()).text(2),
                    range(turns, collector, one -> one.turn().groupUs().getOrDefault("gc", Double.NaN))
                            .text(2),
                    range(turns, collector, one -> one.pausesMs().size()).text(0),
                    Spread.number(allPauses(turns, collector).p99()),
                    range(turns, collector, one -> one.pauses().max()).text(2),
                    range(turns, collector, one -> one.turn().latenessMs()).text(2),
                    range(turns, collector, one -> one.turn().refused()).text(0)));
        }
        lines.add("");
        double p99Ms = allPauses(turns, SHIPPED).p99();
        lines.add(String.format(
                Locale.ROOT,
                "- %s, %d calls, %d MB, pauses p99 %.2f ms: %s",
                SHIPPED,
                calls,
                heapMb,
                p99Ms,
                new Quiet(turns.controlP99Ms()).judged(p99Ms <= MOST_MS, "at most 2 ms")));
        return lines;
    }

    private static Spread allPauses(Turns<Collector, CollectedTurn> turns, Collector collector) {
        return Spread.of(turns.rounds(collector).stream()
                .flatMap(turn -> turn.pausesMs().stream())
                .toList());
    }

    private static Range range(
            Turns<Collector, CollectedTurn> turns, Collector collector, ToDoubleFunction<CollectedTurn> figure) {
        return Range.of(turns.figures(collector, figure));
    }
}
