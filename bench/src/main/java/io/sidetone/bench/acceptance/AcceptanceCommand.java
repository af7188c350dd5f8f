package io.sidetone.bench.acceptance;

import io.sidetone.bench.harness.Json;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Places real calls on loopback to the shipped server with mock engines, interrupts every answer, and judges the
 * measurements on the wire. The first call does not count.
 *
 * <p>Exit codes: 0 the gates were met, 1 one was missed or a call failed, 2 usage, 69 the machine was too busy to
 * judge.
 */
@Command(
        name = "acceptance",
        description = "Judges the budgets on real calls: caller's onset to the agent's last audio packet, and others.",
        mixinStandardHelpOptions = true)
public final class AcceptanceCommand extends Plan {
    private static final int MIN_ROUNDS = 5;
    private static final int TOO_BUSY = 69;
    private static final long SEED = 20_260_115L;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds that must count; at least 5, the default.")
    private int rounds = MIN_ROUNDS;

    @Option(
            names = "--interruptions",
            paramLabel = "N",
            description = "Interruptions in a round. Default: ${DEFAULT-VALUE}",
            defaultValue = "8")
    private int interruptions;

    @Option(
            names = "--gate-ms",
            paramLabel = "MS",
            description = "Onset to last agent packet, p99, at most. Default: ${DEFAULT-VALUE}",
            defaultValue = "250")
    private double gateMs;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "Result as JSON.")
    private Path out;

    private boolean judgeable;

    @Override
    protected boolean measure(Path folder) throws Exception {
        int wanted = parsed(this::enoughRounds);
        List<Round> done = new ArrayList<>();
        Reaction reaction;
        Broadcast broadcast;
        List<Double> delaysMs;
        try (Target server = Target.serve(
                "sidetone", folder, jar(), MockDesk.configuration("port: 0", MockDesk.ports(27_000, 27_999), 20))) {
            Round.run(server, 2, SEED);
            try (Subscriber subscriber = new Subscriber(server.http())) {
                // Busy rounds are repeated, but not forever.
                for (int i = 1;
                        i <= 2 * wanted
                                && Verdict.of(done, wanted, gateMs).judged().size() < wanted;
                        i++) {
                    Round round = Round.run(server, interruptions, SEED + i);
                    done.add(round);
                    System.out.println("round " + i + "  " + Spread.of(round.onsetToLastMs())
                            + (Verdict.quiet(round)
                                    ? ""
                                    : "   refused: control timer "
                                            + round.control().p99() + " ms late"));
                }
                delaysMs = subscriber.delaysMs();
            }
            reaction = Reaction.of(server.scrape());
            broadcast = Broadcast.of(delaysMs, server.scrape());
        }
        Verdict verdict = Verdict.of(done, wanted, gateMs);
        System.out.println();
        verdict.lines().forEach(System.out::println);
        reaction.lines().forEach(System.out::println);
        broadcast.lines().forEach(System.out::println);
        Files.writeString(out, Json.text(verdict.document()));
        System.out.println("results  " + out);
        judgeable = verdict.judgeable();
        return verdict.passed() && broadcast.passed();
    }

    private int enoughRounds() {
        if (rounds < MIN_ROUNDS || interruptions < 1) {
            throw new IllegalArgumentException("acceptance: --rounds must be at least " + MIN_ROUNDS
                    + " and --interruptions at least 1; fewer rounds say nothing");
        }
        return rounds;
    }

    @Override
    protected int exitCode(boolean good) {
        if (!judgeable) {
            System.err.println("acceptance: this machine is too busy to judge; stop other work and try again");
            return TOO_BUSY;
        }
        return super.exitCode(good);
    }
}
