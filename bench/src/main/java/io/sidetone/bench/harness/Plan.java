package io.sidetone.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that measures: it prints the machine, has a folder that is deleted with it, and exits with 0 when what it found is as
 * it must be, else with 1.
 */
public abstract class Plan implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--jar", description = "The server. Default: the one whose classes the bench uses")
    private Path jar;

    @Override
    public final Integer call() throws Exception {
        Machine.print(System.out);
        Path folder = Files.createTempDirectory("sidetone-bench");
        try {
            return exitCode(measure(folder));
        } finally {
            delete(folder);
        }
    }

    /** Measures and prints; files that nobody needs afterwards go to {@code folder}. Returns whether everything is as it must be. */
    protected abstract boolean measure(Path folder) throws Exception;

    /** Returns the exit code after {@link #measure} has returned {@code good}. */
    protected int exitCode(boolean good) {
        return good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** Returns what {@code options} makes of the command line; what it refuses as an argument is a mistake of usage. */
    protected final <T> T parsed(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    /** Returns the JAR of the server. */
    protected final Path jar() throws Exception {
        return jar != null
                ? jar
                : Path.of(Option.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
