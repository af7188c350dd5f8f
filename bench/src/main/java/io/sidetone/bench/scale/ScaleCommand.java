package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Picture;
import io.sidetone.bench.harness.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what a packet pair costs the server at rising numbers of calls, beside rtpengine and a bare echo in turns ({@link Arm}).
 *
 * <p>Exit code 1 when a goal was missed that could be judged, or a server could not be started.
 */
@Command(
        name = "scale",
        description =
                "Runs rising numbers of calls against the server, a relay and a bare echo in turns: cost, memory, lateness.",
        mixinStandardHelpOptions = true)
public final class ScaleCommand extends Plan {
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

    @Option(names = "--picture", required = true, description = "The program that draws scale.svg.")
    private Path picture;

    @Override
    protected boolean measure(Path folder) throws Exception {
        ScalePlan plan = parsed(() -> ScalePlan.of(calls, arms, rounds, seconds, warmupS, restS, srtp));
        Path bench = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
        Path results = Files.createDirectories(
                out == null ? bench.resolveSibling("bench").resolve("scale") : out);
        try (ScaleRun run = new ScaleRun(plan, folder, jar(), null)) {
            ScaleResults measured = run.measure(soFar -> {
                Files.write(results.resolve("scale.md"), new ScaleTable(soFar).lines());
                Files.writeString(results.resolve("scale.json"), ScaleJson.text(soFar));
            });
            System.out.println();
            new ScaleTable(measured).lines().forEach(System.out::println);
            Picture.draw(picture, results.resolve("scale.json"), results.resolve("scale.svg"));
            System.out.println("\nresults  " + results);
            return Goals.of(measured).held();
        }
    }
}
