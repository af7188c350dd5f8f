package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Plan;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs many calls at once against the server and measures refusals, lateness of frames, memory and cost.
 *
 * <p>Exit code 1 when the calls were not carried, or a goal was missed that could be judged.
 */
@Command(
        name = "calls",
        description = "Runs N calls with G.711 in both directions against the server with mock engines.",
        mixinStandardHelpOptions = true)
public final class CallsCommand extends Plan {
    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "200",
            description = "Calls. Default: ${DEFAULT-VALUE}")
    private String calls;

    @Option(names = "--seconds", defaultValue = "20", description = "How long is measured. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(names = "--warmup", defaultValue = "15", description = "Seconds before. Default: ${DEFAULT-VALUE}")
    private int warmupS;

    @Option(
            names = "--rest",
            defaultValue = "35",
            description = "Seconds before memory is measured. Default: ${DEFAULT-VALUE}")
    private int restS;

    @Override
    protected boolean measure(Path folder) throws Exception {
        ScalePlan plan = parsed(() -> ScalePlan.of(calls, Arm.SIDETONE.toString(), 1, seconds, warmupS, restS, false));
        try (ScaleRun run = new ScaleRun(plan, folder, jar(), null)) {
            ScaleResults measured = run.measure(soFar -> {});
            System.out.println();
            new ScaleTable(measured).lines().forEach(System.out::println);
            return Goals.of(measured).held();
        }
    }
}
