package io.sidetone.bench.scale;

import io.sidetone.bench.callers.Callers;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Jcmd;
import io.sidetone.bench.harness.Scrape;
import io.sidetone.bench.harness.Target.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Measures one server: its calls come up, are measured, and end. Main thread. */
final class ArmBench {
    private static final String LATENESS = "sidetone_playout_lateness_seconds";
    private static final int SETTLE_S = 2;

    /** The longest answer of the mock engines has been said after this time. */
    private static final int HUSH_S = 8;

    private final ArmServer server;
    private final long residentBytes;

    /** Measures {@code server}, which has had no calls so far. */
    ArmBench(ArmServer server) throws IOException {
        this.server = server;
        this.residentBytes = server.target().residentBytes();
    }

    /** Returns the processor time that the server takes without calls, in ms a second, measured for {@code seconds}. */
    double idleMsPerS(int seconds) throws IOException, InterruptedException {
        long fromNs = System.nanoTime();
        Map<String, Task> before = server.target().tasks();
        TimeUnit.SECONDS.sleep(seconds);
        double usedS = sum(ThreadGroups.between(before, server.target().tasks()));
        return 1e3 * usedS / ((System.nanoTime() - fromNs) / 1e9);
    }

    /** Measures {@code calls} calls for {@code seconds}; a turn that failed says why. */
    Turn turn(int calls, int seconds) throws InterruptedException {
        try (Callers open = server.open(calls)) {
            TimeUnit.SECONDS.sleep(SETTLE_S);
            return measure(open, calls, seconds);
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            return Turn.failed(e.getMessage());
        }
    }

    private Turn measure(Callers open, int calls, int seconds) throws IOException, InterruptedException {
        // The server's own pages are asked for outside the time that is measured: making them costs it, too.
        Scrape before = server.counters();
        double controlMs;
        Map<String, Double> usedS;
        long sent;
        long received;
        double wallS;
        long sentAround = open.sent();
        try (ControlTimer control = new ControlTimer()) {
            Map<String, Task> tasks = server.target().tasks();
            long fromNs = System.nanoTime();
            sent = open.sent();
            received = open.received();
            TimeUnit.SECONDS.sleep(seconds);
            usedS = ThreadGroups.between(tasks, server.target().tasks());
            sent = open.sent() - sent;
            received = open.received() - received;
            wallS = (System.nanoTime() - fromNs) / 1e9;
            controlMs = control.stop().p99();
        }
        sentAround = open.sent() - sentAround;
        Scrape after = server.counters();
        open.check();
        Map<String, Double> groupUs = new TreeMap<>();
        long pairs = Math.max(1, sent);
        usedS.forEach((group, s) -> groupUs.put(group, 1e6 * s / pairs));
        boolean counts = after.values().containsKey(ArmServer.PACKETS_IN);
        return new Turn(
                groupUs,
                sent / (Callers.PER_SECOND * calls * wallS),
                counts ? after.since(before, ArmServer.PACKETS_IN) / sentAround : Double.NaN,
                (double) received / pairs,
                1e3 * after.quantileSince(before, LATENESS, 0.99),
                controlMs,
                after.since(before, "sidetone_ring_refused_total"),
                after.since(before, "sidetone_frames_skipped_total"),
                after.sum("sidetone_stale_frames_sent_total"),
                null);
    }

    private static double sum(Map<String, Double> parts) {
        return parts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the memory of one of {@code calls} calls. What ended calls leave is kept for {@code restS} before it begins. */
    Memory memory(int calls, int restS) throws IOException, InterruptedException {
        if (!server.hasHeap()) {
            try (Callers open = server.open(calls)) {
                TimeUnit.SECONDS.sleep(SETTLE_S);
                open.check();
                return new Memory(
                        Double.NaN, Double.NaN, (server.target().residentBytes() - residentBytes) / 1e3 / calls);
            }
        }
        Jcmd jcmd = new Jcmd(server.target().pid());
        TimeUnit.SECONDS.sleep(restS);
        long idle = jcmd.heapAliveBytes();
        try (Callers open = server.open(calls)) {
            TimeUnit.SECONDS.sleep(SETTLE_S);
            long speaking = jcmd.heapAliveBytes();
            open.hush();
            TimeUnit.SECONDS.sleep(HUSH_S);
            long quiet = jcmd.heapAliveBytes();
            open.check();
            return new Memory((speaking - idle) / 1e3 / calls, (quiet - idle) / 1e3 / calls, Double.NaN);
        }
    }
}
