package io.sidetone.bench.acceptance;

import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.MockDesk;
import io.sidetone.bench.harness.Spread;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.call.PhoneCall;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
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
public final class AcceptanceCommand implements Callable<Integer> {
    private static final int MIN_ROUNDS = 5;
    private static final int MISSED = 1;
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

    @Option(names = "--jar", description = "The server.")
    private Path jar;

    @Option(names = "--out", paramLabel = "FILE", description = "Result as JSON. Default: target/bench/acceptance.json")
    private Path out;

    @Override
    public Integer call() throws Exception {
        if (rounds < MIN_ROUNDS || interruptions < 1) {
            System.err.println("acceptance: --rounds must be at least " + MIN_ROUNDS
                    + " and --interruptions at least 1; fewer rounds say nothing");
            return CommandLine.ExitCode.USAGE;
        }
        Machine.print(System.out);
        List<Round> done = new ArrayList<>();
        Reaction reaction;
        Broadcast broadcast;
        List<Double> delaysMs;
        Path folder = Files.createTempDirectory("sidetone-acceptance");
        try (Target server = Target.serve(
                "sidetone",
                folder,
                serverJar(),
                MockDesk.configuration("port: 0", MockDesk.ports(27_000, 27_999), 20))) {
            Round.run(server, 2, SEED);
            try (Subscriber subscriber = new Subscriber(server.http())) {
                // Busy rounds are repeated, but not forever.
                for (int i = 1;
                        i <= 2 * rounds
                                && Verdict.of(done, rounds, gateMs).judged().size() < rounds;
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
        } finally {
            Folders.delete(folder);
        }
        Verdict verdict = Verdict.of(done, rounds, gateMs);
        System.out.println();
        verdict.lines().forEach(System.out::println);
        reaction.lines().forEach(System.out::println);
        broadcast.lines().forEach(System.out::println);
        Path file = out == null ? defaultFile() : out;
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, verdict.json());
        System.out.println("results  " + file);
        if (!verdict.judgeable()) {
            System.err.println("acceptance: this machine is too busy to judge; stop other work and try again");
            return TOO_BUSY;
        }
        return verdict.passed() && broadcast.passed() ? CommandLine.ExitCode.OK : MISSED;
    }

    /** Returns the JAR of the server: the JAR that its classes come from, unless an option names one. */
    private Path serverJar() throws URISyntaxException {
        return jar != null ? jar : Path.of(location(PhoneCall.class));
    }

    private static URI location(Class<?> type) throws URISyntaxException {
        return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    }

    /** Returns the file beside the running JAR, else one below the present folder. */
    private static Path defaultFile() throws Exception {
        URI location = location(AcceptanceCommand.class);
        Path folder = Path.of(location).getParent();
        boolean fromJar = location.getPath().endsWith(".jar");
        return (fromJar ? folder : Path.of("target")).resolve("bench").resolve("acceptance.json");
    }
}
