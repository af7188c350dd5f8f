package io.sidetone.bench.calls;

import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Ratios;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.bench.harness.Turns;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What SRTP costs the server: calls with and without it in turns, against one process. Plain calls run twice in each
 * round: where they differ from themselves, the machine was too busy to judge.
 */
final class SrtpComparison {
    /** Processor time of a packet in and one out, encrypted, as a multiple of plain ones. */
    private static final double BUDGET = 1.5;

    private static final double LEAST_MEDIA = 0.95;
    private static final int PACKETS_PER_SECOND = 50;
    private static final int SETTLE_S = 2;
    private static final String MEDIA_THREADS = "media";

    private final TestedServer server;
    private final int calls;

    /** What is compared. */
    private enum Arm {
        PLAIN(SrtpPolicy.OFF),
        SRTP(SrtpPolicy.REQUIRED),
        PLAIN_AGAIN(SrtpPolicy.OFF);

        private final SrtpPolicy policy;

        Arm(SrtpPolicy policy) {
            this.policy = policy;
        }
    }

    /**
     * Processor time of a packet in and one out, in µs.
     *
     * @param process of the whole server, engines among it
     * @param media of the media event loops: sockets, RTP, SRTP
     */
    private record Cost(double process, double media) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%6.2f µs of processor a packet in and out, %5.2f µs on media event loops",
                    process,
                    media);
        }
    }

    SrtpComparison(TestedServer server, int calls) {
        this.server = server;
        this.calls = calls;
    }

    /** Measures and reports; returns whether the budget was met or could not be judged. */
    boolean run(int rounds, int seconds, int warmupS) throws IOException, InterruptedException {
        Turns<Arm, Cost> turns = Turns.run(List.of(Arm.values()), rounds, seconds, warmupS, this::measure);
        System.out.println(String.format(Locale.ROOT, "%n%d calls, %d rounds of %d s", calls, rounds, seconds));
        boolean held = report("server", Cost::process, turns) & report("media event loops", Cost::media, turns);
        System.out.println(String.format(Locale.ROOT, "control: timer lateness p99 %.2f ms", turns.controlP99Ms()));
        return held;
    }

    private Cost measure(Arm arm, int forS) throws IOException, InterruptedException {
        try (CallCrowd crowd = CallCrowd.open(server.sip(), calls, arm.policy)) {
            TimeUnit.SECONDS.sleep(SETTLE_S);
            double mediaS = mediaS();
            Snapshot before = Snapshot.of(server);
            TimeUnit.SECONDS.sleep(forS);
            Snapshot after = Snapshot.of(server);
            mediaS = mediaS() - mediaS;
            crowd.check();
            double wallS = (after.atNs() - before.atNs()) / 1e9;
            double in = after.since(before, "sidetone_rtp_events_total", "packets_in");
            double out = after.since(before, "sidetone_rtp_events_total", "packets_out");
            double wanted = LEAST_MEDIA * PACKETS_PER_SECOND * calls * wallS;
            double refused = after.since(before, "sidetone_rtp_events_total", "srtp_not_authentic");
            if (in < wanted || out < wanted || refused > 0) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s: %.0f packets in and %.0f out in %.1f s, %.0f not authentic: the work was not done",
                        arm,
                        in,
                        out,
                        wallS,
                        refused));
            }
            return new Cost((after.cpuNs() - before.cpuNs()) / 1e3 / in, mediaS * 1e6 / in);
        }
    }

    private double mediaS() throws IOException {
        return server.cpuByThread().get(MEDIA_THREADS);
    }

    private boolean report(String what, ToDoubleFunction<Cost> part, Turns<Arm, Cost> turns) {
        double[] plain = turns.figures(Arm.PLAIN, part);
        double[] encrypted = turns.figures(Arm.SRTP, part);
        Ratios srtp = Ratios.of(encrypted, plain);
        Ratios same = Ratios.of(turns.figures(Arm.PLAIN_AGAIN, part), plain);
        Quiet quiet = new Quiet(same.nothing() ? turns.controlP99Ms() : Double.POSITIVE_INFINITY);
        boolean met = srtp.median() <= BUDGET;
        System.out.println(String.format(
                Locale.ROOT,
                "%-18s plain %.2f µs, srtp %.2f µs; srtp ÷ plain %s, %s; plain ÷ plain %s",
                what,
                Spread.median(plain),
                Spread.median(encrypted),
                srtp,
                quiet.judged(met, "budget " + BUDGET),
                same));
        return quiet.excuses(met);
    }
}
