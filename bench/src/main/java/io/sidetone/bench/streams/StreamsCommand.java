package io.sidetone.bench.streams;

import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs Twilio-style streams against the server and against a Node agent, in turns; then connections that never send.
 *
 * <p>Exit code 1 when streams failed, or the budget was missed on a quiet machine.
 */
@Command(
        name = "streams",
        description =
                "Opens N media streams, 50 messages a second each way, to the server and to a Node agent in turns.",
        mixinStandardHelpOptions = true)
public final class StreamsCommand implements Callable<Integer> {
    private static final double MOST_OF_NODE = 0.9;

    /** Of memory, for each silent connection. */
    private static final double MOST_KIB = 8;

    private static final double LEAST_MEDIA = 0.9;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "50",
            description = "Streams. Default: ${DEFAULT-VALUE}")
    private int streams;

    @Option(names = "--seconds", defaultValue = "10", description = "Measured in each round. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--warmup",
            defaultValue = "30",
            description = "Seconds of the first round, in which the JVM compiles. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(names = "--rounds", defaultValue = "5", description = "Rounds of each. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--silent", defaultValue = "10000", description = "Silent connections. Default: ${DEFAULT-VALUE}")
    private int silent;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    @Option(names = "--agent", required = true, description = "The Node agent.")
    private Path agent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        Path folder = Files.createTempDirectory("sidetone-streams");
        try {
            boolean held = compare(folder);
            if (silent > 0) {
                held &= silence(folder);
            }
            return held ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } finally {
            Folders.delete(folder);
        }
    }

    private boolean compare(Path folder) throws IOException, InterruptedException {
        Map<Peer, List<Double>> costs = new LinkedHashMap<>();
        try (Peer ours = Peer.sidetone("sidetone", folder, jar, streams, streams);
                Peer node = Peer.node(folder, agent);
                ControlTimer control = new ControlTimer()) {
            List<Peer> peers = new ArrayList<>(List.of(ours, node));
            peers.forEach(peer -> costs.put(peer, new ArrayList<>()));
            for (int round = 0; round <= rounds; round++) {
                for (Peer peer : peers) {
                    double costMs = measure(peer, round == 0 ? warmupS : seconds, round);
                    if (round > 0) {
                        costs.get(peer).add(costMs);
                    }
                }
                Collections.reverse(peers);
            }
            double controlMs = control.stop().p99();
            return report(costs.get(ours), costs.get(node), controlMs);
        }
    }

    private static double[] figures(List<Double> rounds) {
        return rounds.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double median(List<Double> rounds) {
        return Spread.median(figures(rounds));
    }

    /** Returns the processor milliseconds of {@code peer} for a second of one call. */
    private double measure(Peer peer, int forS, int round) throws IOException, InterruptedException {
        try (Carrier carrier = Carrier.open(peer, streams)) {
            TimeUnit.SECONDS.sleep(1);
            Map<String, Double> threads = peer.server().cpuByThread();
            double cpuS = peer.server().cpuS();
            long in = carrier.mediaIn();
            long beganNs = System.nanoTime();
            TimeUnit.SECONDS.sleep(forS);
            double wallS = (System.nanoTime() - beganNs) / 1e9;
            double usedS = peer.server().cpuS() - cpuS;
            double perSecond = (carrier.mediaIn() - in) / wallS / streams;
            carrier.check();
            double costMs = 1e3 * usedS / wallS / streams;
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-10s %-8s %8.3f ms of processor a call-second, %5.1f media messages a second back",
                    round == 0 ? "warm-up" : "round " + round,
                    peer.name(),
                    costMs,
                    perSecond));
            System.out.println("           " + shares(threads, peer.server().cpuByThread(), wallS));
            if (round > 0 && perSecond < LEAST_MEDIA * CarrierStream.PER_SECOND) {
                throw new IOException(peer.name() + " sent " + perSecond + " media messages a second instead of "
                        + CarrierStream.PER_SECOND + ": it was not measured doing the work");
            }
            return costMs;
        }
    }

    /** Returns the threads with the highest cost, in ms of processor time per call-second. */
    private String shares(Map<String, Double> before, Map<String, Double> after, double wallS) {
        return after.entrySet().stream()
                .map(e -> Map.entry(
                        e.getKey(), 1e3 * (e.getValue() - before.getOrDefault(e.getKey(), 0.0)) / wallS / streams))
                .filter(e -> e.getValue() > 0.005)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(6)
                .map(e -> String.format(Locale.ROOT, "%s %.3f", e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private boolean report(List<Double> ours, List<Double> node, double controlMs) {
        double ratio = median(ours) / median(node);
        Quiet quiet = new Quiet(controlMs);
        boolean good = ratio <= MOST_OF_NODE;
        System.out.println();
        System.out.println(String.format(
                Locale.ROOT,
                "%d streams, medians of %d rounds, sidetone %.3f ms ÷ node ws %.3f ms a call-second %.2f: %s",
                streams,
                rounds,
                median(ours),
                median(node),
                ratio,
                quiet.judged(good, "at most 0.9, wanted 0.5")));
        System.out.println(String.format(Locale.ROOT, "control: timer lateness p99 %.2f ms", controlMs));
        return quiet.excuses(good);
    }

    /** Returns whether a silent connection keeps little enough. */
    private boolean silence(Path folder) throws IOException, InterruptedException {
        boolean little;
        try (Peer ours = Peer.sidetone("sidetone", folder, jar, 10, silent)) {
            Jcmd jcmd = new Jcmd(ours.server().pid());
            Kept kept = silence(ours, jcmd::heapAliveBytes);
            System.out.println(
                    String.format(Locale.ROOT, "of it objects alive on the heap: %.1f KiB each", kept.heapKib()));
            little = kept.residentKib() <= MOST_KIB;
            // What is kept does not depend on what else the machine does.
            System.out.println(String.format(
                    Locale.ROOT,
                    "%d silent connections, one %.1f KiB: %s",
                    silent,
                    kept.residentKib(),
                    new Quiet(0).judged(little, "at most 8 KiB")));
        }
        try (Peer node = Peer.node(folder, agent)) {
            silence(node, () -> 0);
        }
        return little;
    }

    /** Objects alive in a peer, in bytes. */
    @FunctionalInterface
    private interface Heap {
        long aliveBytes() throws IOException, InterruptedException;
    }

    /**
     * What a connection keeps.
     *
     * @param heapKib objects alive on the heap
     * @param residentKib memory of the process
     */
    private record Kept(double heapKib, double residentKib) {}

    /** Opens connections that send nothing, measures while all of them are open, and closes them. */
    private Kept silence(Peer peer, Heap heap) throws IOException, InterruptedException {
        List<CarrierStream> open = new ArrayList<>(silent);
        try {
            // Classes that the first connections load and compile must not count for a connection.
            for (int i = 0; i < Math.min(100, silent); i++) {
                CarrierStream.open(peer.port(), peer.path(), i).close();
            }
            TimeUnit.SECONDS.sleep(1);
            long heapBefore = heap.aliveBytes();
            long before = peer.server().residentBytes();
            double cpuS = peer.server().cpuS();
            long beganNs = System.nanoTime();
            while (open.size() < silent) {
                open.add(CarrierStream.open(peer.port(), peer.path(), open.size()));
            }
            double tookS = (System.nanoTime() - beganNs) / 1e9;
            double usedS = peer.server().cpuS() - cpuS;
            TimeUnit.SECONDS.sleep(1);
            long after = peer.server().residentBytes();
            System.out.println(String.format(
                    Locale.ROOT,
                    "%,d silent connections to %s: opened in %.1f s (%.0f µs of processor each), %.1f KiB of memory each",
                    silent,
                    peer.name(),
                    tookS,
                    1e6 * usedS / silent,
                    (after - before) / 1024.0 / silent));
            return new Kept((heap.aliveBytes() - heapBefore) / 1024.0 / silent, (after - before) / 1024.0 / silent);
        } finally {
            for (CarrierStream one : open) {
                one.close();
            }
        }
    }
}
