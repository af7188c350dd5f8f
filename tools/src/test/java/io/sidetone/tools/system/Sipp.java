package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** sipp, playing one of our scenarios against a server. Exit codes and counts only: its timing is poor. */
final class Sipp {
    private static final Path PROGRAM = Path.of("/usr/bin/sipp");

    /** For a hundred calls with sound; floods of more calls have none. */
    private static final int MOST_PORTS = 404;

    private final Path folder;
    private final String target;

    Sipp(Path folder, ServerProcess server) {
        this(folder, server.sip());
    }

    /** Plays against {@code target}, host and port; a scenario that begins by waiting takes whoever comes. */
    Sipp(Path folder, String target) {
        this.folder = folder;
        this.target = target;
    }

    /** A run that goes on. */
    record Running(Process process, Path log) {
        String awaitSuccess() throws IOException, InterruptedException {
            boolean ended = process.waitFor(90, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            String output = Files.readString(log, StandardCharsets.ISO_8859_1);
            assertThat(ended).as("sipp ended by itself\n%s", output).isTrue();
            assertThat(process.exitValue()).as("exit code of sipp\n%s", output).isZero();
            return output;
        }
    }

    /** Plays {@code scenario} to its end for {@code calls} calls to {@code service}; every one must succeed. */
    String run(String scenario, String service, int calls, String... more) throws IOException, InterruptedException {
        return start(scenario, service, calls, more).awaitSuccess();
    }

    Running start(String scenario, String service, int calls, String... more) throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "sipp is not installed (package sip-tester)");
        Path file = folder.resolve(scenario);
        Path whole = Files.createTempFile(file.getParent(), "scenario", ".xml");
        try (InputStream in = Sipp.class.getResourceAsStream("/sipp/" + scenario)) {
            Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
        }
        // Another sipp may just read it: the file is there as a whole, or the one before.
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-sf", file.toString(), "-s", service));
        command.addAll(List.of("-m", Integer.toString(calls), "-i", "127.0.0.1", "-mi", "127.0.0.1"));
        command.addAll(List.of("-mp", Integer.toString(LeasedPorts.peer(Math.min(4 * calls + 4, MOST_PORTS)))));
        command.addAll(List.of("-nostdin", "-timeout", "60s", "-timeout_error"));
        command.addAll(List.of(more));
        command.add(target);
        Path log = Files.createTempFile(folder, "sipp", ".log");
        return new Running(
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
    }
}
