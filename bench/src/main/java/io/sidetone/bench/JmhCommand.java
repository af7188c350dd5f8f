package io.sidetone.bench;

import io.sidetone.bench.harness.Findings;
import io.sidetone.bench.harness.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs JMH benches with the settings they need, and prints the results. */
@Command(
        name = "jmh",
        description = "Runs the JMH benches whose names contain PATTERN; all of them without one.",
        mixinStandardHelpOptions = true)
public final class JmhCommand implements Callable<Integer> {
    private static final List<String> FORK_ARGUMENTS = List.of(
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dlog4j2.configurationFile=classpath:bench-log4j2.xml",
            "-Xms512m",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch");

    @Parameters(paramLabel = "PATTERN", arity = "0..*", description = "Part of a bench's name, in any case.")
    private List<String> patterns = List.of();

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each bench.")
    private Integer forks;

    @Option(names = "--warmup", paramLabel = "N", description = "Iterations before it counts.")
    private Integer warmup;

    @Option(names = "--iterations", paramLabel = "N", description = "Iterations that count.")
    private Integer iterations;

    @Option(names = "--seconds", paramLabel = "S", description = "Length of an iteration.")
    private Integer seconds;

    @Option(names = "-p", paramLabel = "NAME=VALUE", description = "Sets a bench's parameter, as in -p otherCalls=200.")
    private Map<String, String> parameters = Map.of();

    @Option(names = "-J", paramLabel = "FLAG", description = "Passes a flag to the forked JVMs, as in -J-XX:+UseZGC.")
    private List<String> jvmFlags = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results.json goes. Default: ${DEFAULT-VALUE}",
            defaultValue = "bench/target/bench")
    private Path out;

    @Option(names = "--verbose", description = "Prints every iteration.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(out);
        Path json = out.resolve("results.json");
        Path findings = out.resolve("findings.txt");
        Files.deleteIfExists(findings);
        Machine.print(System.out);
        Collection<RunResult> results;
        try {
            results = new Runner(options(json, findings).build()).run();
        } catch (RunnerException e) {
            print(e, "");
            return CommandLine.ExitCode.SOFTWARE;
        }
        if (results.isEmpty()) {
            System.err.println("no bench is called " + String.join(", ", patterns)
                    + "; the benches are the classes called *Bench in the bench module");
            return CommandLine.ExitCode.USAGE;
        }
        ResultFormatFactory.getInstance(ResultFormatType.TEXT, System.out).writeOut(results);
        if (Files.exists(findings)) {
            System.out.println();
            System.out.print(Files.readString(findings));
        }
        System.out.println();
        System.out.println("results  " + json);
        return CommandLine.ExitCode.OK;
    }

    /** A bench fails with its reason deep inside JMH's own exceptions. */
    private static void print(Throwable failure, String indent) {
        System.err.println(indent + failure.getMessage());
        for (Throwable suppressed : failure.getSuppressed()) {
            print(suppressed, indent + "  ");
        }
        if (failure.getCause() != null) {
            print(failure.getCause(), indent + "  ");
        }
    }

    private ChainedOptionsBuilder options(Path json, Path findings) {
        List<String> flags = new ArrayList<>(FORK_ARGUMENTS);
        flags.addAll(jvmFlags);
        flags.add("-D" + Findings.FILE_PROPERTY + "=" + findings.toAbsolutePath());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .addProfiler(GCProfiler.class)
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString())
                .shouldFailOnError(true)
                .timeout(TimeValue.minutes(5))
                .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT)
                .jvmArgsAppend(flags.toArray(String[]::new));
        for (String pattern : patterns) {
            options.include("(?i).*" + pattern + ".*");
        }
        if (forks != null) {
            options.forks(forks);
        }
        if (warmup != null) {
            options.warmupIterations(warmup);
        }
        if (iterations != null) {
            options.measurementIterations(iterations);
        }
        if (seconds != null) {
            options.warmupTime(TimeValue.seconds(seconds)).measurementTime(TimeValue.seconds(seconds));
        }
        parameters.forEach((name, value) -> options.param(name, value.split(",")));
        return options;
    }
}
