package io.sidetone.bench.calls;

import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Ratios;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.TestedServer;
import io.sidetone.bench.harness.Turns;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What TLS handshakes do to the media of calls in the same server. Handshakes with a second server, which has no calls,
 * take as much of the machine: only what goes beyond them is an effect inside the server. Quiet calls run twice.
 */
final class HandshakeComparison {
    /** Lateness of frames at p99 with handshakes here, as a multiple of that with handshakes elsewhere. */
    private static final double BUDGET = 1.1;

    private static final double LEAST_DONE = 0.95;
    private static final int SETTLE_S = 2;
    private static final Pattern TLS = Pattern.compile("sip tls \\S+:([0-9]+)");
    private static final String LATENESS = "sidetone_playout_lateness_seconds";

    private final TestedServer server;
    private final TestedServer second;
    private final int calls;
    private final int perSecond;

    /** What is compared. */
    private enum Arm {
        QUIET,
        ELSEWHERE,
        HERE,
        QUIET_AGAIN
    }

    /**
     * How late frames were.
     *
     * @param p99Ms 99th percentile, in ms, between the bounds of the server's histogram by proportion
     * @param handshakes how many were made a second
     * @param cpu processor seconds a second of the server with the calls
     */
    private record Lateness(double p99Ms, double handshakes, double cpu) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "frames late by %.3f ms at p99, %.0f handshakes a second, processor %.3f",
                    p99Ms,
                    handshakes,
                    cpu);
        }
    }

    /** Compares on {@code server}, with {@code second} for handshakes elsewhere; both listen for SIP over TLS. */
    HandshakeComparison(TestedServer server, TestedServer second, int calls, int perSecond) {
        this.server = server;
        this.second = second;
        this.calls = calls;
        this.perSecond = perSecond;
    }

    /** Measures and reports; returns whether the budget was met or could not be judged. */
    boolean run(int rounds, int seconds, int warmupS) throws IOException, InterruptedException {
        Turns<Arm, Lateness> turns;
        try (CallCrowd crowd = CallCrowd.open(server.sip(), calls, SrtpPolicy.OFF)) {
            turns = Turns.run(
                    List.of(Arm.values()), rounds, seconds, warmupS, (arm, forS) -> measure(crowd, arm, forS));
        }
        requireDone(turns, Arm.ELSEWHERE);
        requireDone(turns, Arm.HERE);
        double[] quiet = turns.figures(Arm.QUIET, Lateness::p99Ms);
        double[] elsewhere = turns.figures(Arm.ELSEWHERE, Lateness::p99Ms);
        double[] here = turns.figures(Arm.HERE, Lateness::p99Ms);
        Ratios effect = Ratios.of(here, elsewhere);
        Ratios same = Ratios.of(turns.figures(Arm.QUIET_AGAIN, Lateness::p99Ms), quiet);
        Quiet judge = new Quiet(same.nothing() ? turns.controlP99Ms() : Double.POSITIVE_INFINITY);
        boolean met = effect.median() <= BUDGET;
        System.out.println(String.format(
                Locale.ROOT,
                "%n%d calls, %d handshakes a second, %d rounds of %d s%n"
                        + "frames late at p99: quiet %.3f ms, handshakes elsewhere %.3f ms, here %.3f ms%n"
                        + "here ÷ elsewhere %s, %s; here ÷ quiet %s; quiet ÷ quiet %s%n"
                        + "control: timer lateness p99 %.2f ms",
                calls,
                perSecond,
                rounds,
                seconds,
                Spread.median(quiet),
                Spread.median(elsewhere),
                Spread.median(here),
                effect,
                judge.judged(met, "budget " + BUDGET),
                Ratios.of(here, quiet),
                same,
                turns.controlP99Ms()));
        return judge.excuses(met);
    }

    private void requireDone(Turns<Arm, Lateness> turns, Arm arm) throws IOException {
        double done = Spread.median(turns.figures(arm, Lateness::handshakes));
        if (done < LEAST_DONE * perSecond) {
            throw new IOException(
                    arm + ": " + done + " of " + perSecond + " handshakes a second: the work was not done");
        }
    }

    private Lateness measure(CallCrowd crowd, Arm arm, int forS) throws IOException, InterruptedException {
        boolean storm = arm == Arm.HERE || arm == Arm.ELSEWHERE;
        try (HandshakeStorm handshakes =
                storm ? new HandshakeStorm(tls(arm == Arm.HERE ? server : second), perSecond) : null) {
            TimeUnit.SECONDS.sleep(SETTLE_S);
            long doneBefore = storm ? handshakes.done() : 0;
            Snapshot before = Snapshot.of(server);
            TimeUnit.SECONDS.sleep(forS);
            Snapshot after = Snapshot.of(server);
            double wallS = (after.atNs() - before.atNs()) / 1e9;
            double done = storm ? (handshakes.done() - doneBefore) / wallS : 0;
            crowd.check();
            if (storm) {
                handshakes.check();
            }
            double cpu = (after.cpuNs() - before.cpuNs()) / 1e9 / wallS;
            return new Lateness(1e3 * after.interpolatedSince(before, LATENESS, 0.99), done, cpu);
        }
    }

    private static InetSocketAddress tls(TestedServer server) throws IOException {
        int port = Integer.parseInt(server.process().said(TLS, "SIP over TLS"));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
