package io.sidetone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code scripts/bench} as a person types it. */
final class BenchScript {
    private static final long LIMIT_S = 180;

    private BenchScript() {}

    /** Runs it with {@code arguments} on this JVM's Java; returns what it said. It must end within three minutes, with 0. */
    static String run(Path folder, String... arguments) throws Exception {
        Path output = folder.resolve("output");
        List<String> line =
                new ArrayList<>(List.of(root().resolve("scripts/bench").toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder command =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
        command.environment().put("SIDETONE_JAVA", System.getProperty("java.home") + "/bin/java");
        Process process = command.start();
        boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(ended).as("ended within %d s:\n%s", LIMIT_S, said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    /** Returns the folder of the project. */
    static Path root() {
        return Path.of(System.getProperty("sidetone.root"));
    }
}
