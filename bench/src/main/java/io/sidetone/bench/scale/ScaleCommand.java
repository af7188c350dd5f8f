package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Folders;
import io.sidetone.bench.harness.Machine;
import io.sidetone.bench.harness.Picture;
import io.sidetone.bench.harness.Turns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What a packet pair costs the server at rising numbers of calls, beside rtpengine and a bare echo in turns ({@link Arm}).
 *
 * <p>Exit code 1 when a goal was missed that could be judged, or a server could not be started.
 */
@Command(
        name = "scale",
        description =
                "Runs rising numbers of calls against the server, a relay and a bare echo in turns: cost, memory, lateness.",
        mixinStandardHelpOptions = true)
public final class ScaleCommand implements Callable<Integer> {
    private static final int FIRST_PORT = 10_000;

    /** Of the server whose calls share one: these, and some that it does not need. */
    private static final int SHARED_PORT = 9_900;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--calls",
            paramLabel = "N,N,...",
            defaultValue = "50,200,800",
            description = "Rising numbers of calls. Default: ${DEFAULT-VALUE}")
    private String calls;

    @Option(
            names = "--arms",
            paramLabel = "ARM,...",
            defaultValue = "sidetone,rtpengine,echo,again",
            description =
                    "What is compared; also oneport, the server whose calls share a port. Default: ${DEFAULT-VALUE}")
    private String arms;

    @Option(names = "--rounds", defaultValue = "5", description = "That count. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "8", description = "Of each turn. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--warmup",
            defaultValue = "15",
            description = "Seconds of each turn of the first round, which does not count. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(
            names = "--rest",
            defaultValue = "35",
            description = "Seconds before memory is measured: SIP keeps something of a call for 32 s after its end. "
                    + "Default: ${DEFAULT-VALUE}")
    private int restS;

    @Option(names = "--srtp", description = "Calls are encrypted; the echo sends back what it cannot read.")
    private boolean srtp;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where scale.md, scale.json and scale.svg go. Default: bench/scale beside bench.jar")
    private Path out;

    @Option(names = "--jar", required = true, description = "The server.")
    private Path jar;

    @Option(names = "--picture", required = true, description = "The program that draws scale.svg.")
    private Path picture;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ScalePlan plan;
        try {
            plan = ScalePlan.of(calls, arms, rounds, seconds, warmupS, restS, srtp);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
        Path bench = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
        Path results = Files.createDirectories(
                out == null ? bench.resolveSibling("bench").resolve("scale") : out);
        Path folder = Files.createTempDirectory("sidetone-scale");
        Map<Arm, ArmServer> servers = new HashMap<>();
        try {
            for (Arm arm : plan.arms()) {
                if (arm != Arm.AGAIN) {
                    servers.put(arm, start(arm, plan, folder, bench));
                }
            }
            return measure(plan, servers, results);
        } finally {
            servers.values().forEach(ArmServer::close);
            Folders.delete(folder);
        }
    }

    private ArmServer start(Arm arm, ScalePlan plan, Path folder, Path bench) throws IOException, InterruptedException {
        int most = plan.mostCalls();
        // As many as the server has.
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return switch (arm) {
            case SIDETONE, AGAIN -> SidetoneArm.start(folder, jar, most, FIRST_PORT, plan.srtp());
            case ONEPORT -> SidetoneArm.startSharing(folder, jar, most, SHARED_PORT, FIRST_PORT - 1, plan.srtp());
            case RTPENGINE ->
                RtpengineArm.start(folder, most, FIRST_PORT + SidetoneArm.ports(most), loops, plan.srtp());
            case ECHO -> EchoArm.start(folder, bench.toString(), most, loops, plan.srtp());
        };
    }

    private int measure(ScalePlan plan, Map<Arm, ArmServer> servers, Path results)
            throws IOException, InterruptedException {
        ScaleResults measured = new ScaleResults(plan, machine());
        measured.machine().forEach(System.out::println);
        Map<Arm, ArmBench> benches = new HashMap<>();
        for (Arm arm : plan.arms()) {
            if (arm == Arm.AGAIN) {
                benches.put(arm, benches.get(Arm.SIDETONE));
            } else {
                benches.put(arm, new ArmBench(servers.get(arm)));
            }
        }
        List<Arm> standing = new ArrayList<>(plan.arms());
        for (int number : plan.calls()) {
            System.out.println("\n" + number + " calls");
            round(plan, benches, standing, number, measured);
            standing.removeIf(arm -> measured.cell(arm, number)
                    .or(() -> measured.cell(Arm.SIDETONE, number))
                    .map(cell -> cell.limit() != null)
                    .orElse(true));
            if (!standing.contains(Arm.SIDETONE)) {
                standing.remove(Arm.AGAIN);
            }
            write(measured, results);
            if (standing.isEmpty()) {
                break;
            }
        }
        // At the end: what a JVM does after its start is over.
        TimeUnit.SECONDS.sleep(seconds);
        for (Arm arm : servers.keySet()) {
            measured.addIdle(arm, benches.get(arm).idleMsPerS(seconds));
        }
        write(measured, results);
        List<String> table = new ScaleTable(measured).lines();
        System.out.println();
        table.forEach(System.out::println);
        Picture.draw(picture, results.resolve("scale.json"), results.resolve("scale.svg"));
        System.out.println("\nresults  " + results);
        return Goals.of(measured).held() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void round(
            ScalePlan plan, Map<Arm, ArmBench> benches, List<Arm> standing, int number, ScaleResults measured)
            throws IOException, InterruptedException {
        // The second turn of the same process finds it warm.
        Turns<Arm, Turn> turns = Turns.run(standing, rounds, seconds, warmupS, (arm, forS) -> benches.get(arm)
                .turn(number, arm == Arm.AGAIN ? Math.min(forS, seconds) : forS));
        for (Arm arm : standing) {
            Cell cell = new Cell(arm, number, turns.rounds(arm), Memory.NONE);
            boolean weighed = (arm == Arm.SIDETONE || arm == Arm.RTPENGINE) && cell.limit() == null;
            measured.add(weighed ? cell.with(benches.get(arm).memory(number, plan.restS())) : cell);
        }
    }

    private static List<String> machine() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(text, true, StandardCharsets.UTF_8);
        lines.println("date " + LocalDate.now(ZoneOffset.UTC));
        Machine.print(lines);
        return text.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> "- " + line.replaceAll(" +", " "))
                .toList();
    }

    private static void write(ScaleResults measured, Path results) throws IOException {
        Files.write(results.resolve("scale.md"), new ScaleTable(measured).lines());
        Files.writeString(results.resolve("scale.json"), new ScaleJson(measured).text());
    }
}
