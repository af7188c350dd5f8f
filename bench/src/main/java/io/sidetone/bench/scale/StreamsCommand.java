package io.sidetone.bench.scale;

import io.sidetone.bench.callers.StreamCaller;
import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
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
public final class StreamsCommand extends Plan {
    /** Of memory, for each silent connection. */
    private static final double MOST_KIB = 8;

    /** Classes that the first connections load and compile must not count for a connection. */
    private static final int FIRST_CONNECTIONS = 100;

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "50",
            description = "Streams. Default: ${DEFAULT-VALUE}")
    private String streams;

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

    @Option(names = "--agent", required = true, description = "The Node agent.")
    private Path agent;

    @Override
    protected boolean measure(Path folder) throws Exception {
        ScalePlan plan = parsed(() -> ScalePlan.of(streams, "stream,node", rounds, seconds, warmupS, 0, false));
        boolean held;
        try (ScaleRun run = new ScaleRun(plan, folder, jar(), agent)) {
            ScaleResults measured = run.measure(soFar -> {});
            System.out.println();
            new ScaleTable(measured).lines().forEach(System.out::println);
            held = Goals.of(measured).held();
        }
        return held & (silent == 0 || silence(folder));
    }

    /** Returns whether a silent connection keeps little enough. */
    private boolean silence(Path folder) throws Exception {
        boolean little;
        try (StreamArm ours = StreamArm.start(folder, jar(), 10, silent)) {
            Jcmd jcmd = new Jcmd(ours.target().pid());
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
        try (StreamArm node = StreamArm.startNode(folder, agent)) {
            silence(node, () -> 0);
        }
        return little;
    }

    /** Objects alive in a server, in bytes. */
    @FunctionalInterface
    private interface Heap {
        long aliveBytes() throws IOException, InterruptedException;
    }

    /**
     * Memory that a connection keeps.
     *
     * @param heapKib objects alive on the heap
     * @param residentKib memory of the process
     */
    private record Kept(double heapKib, double residentKib) {}

    /** Opens connections that send nothing, measures while all of them are open, and closes them. */
    private Kept silence(StreamArm server, Heap heap) throws IOException, InterruptedException {
        Target target = server.target();
        List<StreamCaller> open = new ArrayList<>(silent);
        try {
            for (int i = 0; i < Math.min(FIRST_CONNECTIONS, silent); i++) {
                StreamCaller.connect(target.http(), server.path()).close();
            }
            TimeUnit.SECONDS.sleep(1);
            long heapBefore = heap.aliveBytes();
            long before = target.residentBytes();
            double cpuS = target.cpuS();
            long beganNs = System.nanoTime();
            String address = target.http();
            while (open.size() < silent) {
                open.add(new StreamCaller(StreamCaller.connect(address, server.path()), open.size()));
            }
            double tookS = (System.nanoTime() - beganNs) / 1e9;
            double usedS = target.cpuS() - cpuS;
            TimeUnit.SECONDS.sleep(1);
            long after = target.residentBytes();
            System.out.println(String.format(
                    Locale.ROOT,
                    "%,d silent connections to %s: opened in %.1f s (%.0f µs of processor each), %.1f KiB of memory each",
                    silent,
                    target.name(),
                    tookS,
                    1e6 * usedS / silent,
                    (after - before) / 1024.0 / silent));
            return new Kept((heap.aliveBytes() - heapBefore) / 1024.0 / silent, (after - before) / 1024.0 / silent);
        } finally {
            for (StreamCaller one : open) {
                one.close();
            }
        }
    }
}
