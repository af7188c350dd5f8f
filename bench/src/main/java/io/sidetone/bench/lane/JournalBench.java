package io.sidetone.bench.lane;

import io.sidetone.audio.codec.G711;
import io.sidetone.bench.audio.Voice;
import io.sidetone.core.call.CallTaps;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.journal.JournalCounter;
import io.sidetone.core.journal.JournalSettings;
import io.sidetone.core.journal.Journals;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.replay.Replay;
import io.sidetone.core.replay.ReplayListener;
import io.sidetone.core.replay.ReplayResult;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Benchmark of what a journal costs. Measures the lane's time for 20 ms of one call with and without a journal, in turns; the
 * bytes of the journal; and how many times faster than real time the call replays. It is a program, not a JMH bench:
 * the journal thread must get its share of the machine between two measurements.
 */
public final class JournalBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long TICK_NS = 5_000_000L;
    private static final int TICKS_PER_FRAME = 4;
    private static final int BURST_FRAMES = 500;
    private static final int ROUNDS = 60;
    private static final int WARM_UP_ROUNDS = 20;
    private static final int FRAMES = 100;
    private static final int SAMPLES = 160;
    private static final double NS_PER_MS = 1e6;
    private static final long DRAIN_MS = 20;
    private static final int SHORT_REPLAYS = 60;
    private static final String CALL_FILE = "01BENCHBENCHBENCHBENCHBENC.journal";

    private final SteppedLane lane;
    private final EgressRing egress;
    private final BenchCall call;
    private final short[][] frames = new short[FRAMES][SAMPLES];
    private int next;
    private long nowNs = 1_000_000_000L;
    private long sent;

    private JournalBench(CallTaps taps) {
        lane = new SteppedLane(1_024, 1, new CallFactory(BenchCall.OBSERVER, taps), () -> nowNs);
        egress = lane.egressRing(64);
        call = new BenchCall(lane.claim(), egress, nowNs);
        call.open(new EndlessVoice(8_000), new MockBehavior("", "Well.", "", "", 0));
        Voice caller = new Voice(8_000);
        byte[] coded = new byte[SAMPLES];
        for (int i = 0; i < FRAMES; i++) {
            if (i < FRAMES * 4 / 5) {
                caller.fill(frames[i], 0, SAMPLES);
            }
            G711.PCMU.encode(frames[i], 0, SAMPLES, coded, 0);
            G711.PCMU.decode(coded, 0, SAMPLES, frames[i], 0);
        }
    }

    /** Returns the lane's processor time per frame of a burst, in ns. */
    private double burst() {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < BURST_FRAMES; i++) {
            call.hear(frames[next], nowNs);
            next = next == FRAMES - 1 ? 0 : next + 1;
            for (int tick = 0; tick < TICKS_PER_FRAME; tick++) {
                nowNs += TICK_NS;
                lane.tick(nowNs, nowNs);
            }
            for (EgressFrame frame = egress.peek(); frame != null; frame = egress.peek()) {
                sent += frame.samples;
                egress.release();
            }
        }
        return (double) (THREADS.getCurrentThreadCpuTime() - start) / BURST_FRAMES;
    }

    /** Measures with journals in {@code folder}, and prints the figures. */
    static void run(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve(CALL_FILE);
        try (Journals journals = journals(folder)) {
            measure(journals);
        }
        replay(file, 3);
        Files.delete(file);
        try (Journals journals = journals(folder)) {
            new JournalBench(journals).burst();
        }
        replayShort(file);
    }

    private static Journals journals(Path folder) throws IOException {
        JournalSettings settings = new JournalSettings(Set.of("desk")::contains, folder, 1L << 32, Optional.empty());
        return new Journals(settings, 1, () -> 1L).start();
    }

    private static void measure(Journals journals) throws InterruptedException {
        JournalBench plain = new JournalBench(CallTaps.none());
        JournalBench journaled = new JournalBench(journals);
        double[] without = new double[ROUNDS];
        double[] with = new double[ROUNDS];
        for (int i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
            double first = plain.burst();
            double second = journaled.burst();
            Thread.sleep(DRAIN_MS);
            if (i >= 0) {
                without[i] = first;
                with[i] = second;
            }
        }
        double plainNs = median(without);
        double journalNs = median(with);
        long frames = (long) BURST_FRAMES * (ROUNDS + WARM_UP_ROUNDS);
        System.out.printf(
                Locale.ROOT,
                "lane, 20 ms of a talking call      %.0f ns without, %.0f ns with a journal: %.0f ns a frame%n",
                plainNs,
                journalNs,
                journalNs - plainNs);
        System.out.printf(
                Locale.ROOT,
                "journal of a G.711 call            %.0f bytes a frame; %d journals given up%n",
                (double) journals.counters().value(JournalCounter.BYTES) / frames,
                journals.counters().value(JournalCounter.INCOMPLETE));
        if (plain.sent != journaled.sent) {
            throw new IllegalStateException("the journaled call sent something else");
        }
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static void replay(Path file, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            print(String.format(Locale.ROOT, "replay %d", i + 1), once(file));
        }
    }

    /** One call of ten seconds: the cost of a page or a check of it in a process that has replayed others. */
    private static void replayShort(Path file) throws IOException {
        Replayed[] replays = new Replayed[SHORT_REPLAYS];
        for (int i = 0; i < SHORT_REPLAYS; i++) {
            replays[i] = once(file);
        }
        Arrays.sort(replays, Comparator.comparingLong(Replayed::tookNs));
        print("replay of a short call, median", replays[SHORT_REPLAYS / 2]);
    }

    private record Replayed(ReplayResult result, long tookNs) {}

    private static Replayed once(Path file) throws IOException {
        try (JournalFileReader reader =
                new JournalFileReader(new BufferedInputStream(Files.newInputStream(file), 1 << 16), null)) {
            long start = System.nanoTime();
            ReplayResult result = Replay.run(reader, ReplayListener.none());
            return new Replayed(result, System.nanoTime() - start);
        }
    }

    private static void print(String what, Replayed replayed) {
        System.out.printf(
                Locale.ROOT,
                "%-34s %.0f s of the call in %.1f ms: %.0f times real time%s%n",
                what,
                replayed.result().durationNs() / 1e9,
                replayed.tookNs() / NS_PER_MS,
                (double) replayed.result().durationNs() / replayed.tookNs(),
                replayed.result().difference() == null
                        ? ", identical"
                        : ", " + replayed.result().difference());
    }
}
