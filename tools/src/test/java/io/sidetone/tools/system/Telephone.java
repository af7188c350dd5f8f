package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A telephone or a program with sound, of others, that is ruled by what is typed into it; closing it ends it as a person would. */
final class Telephone implements AutoCloseable {
    private final Process process;
    private final Path log;
    private final Writer keyboard;
    private final String bye;

    private Telephone(Process process, Path log, String bye) {
        this.process = process;
        this.log = log;
        this.keyboard = process.outputWriter(StandardCharsets.UTF_8);
        this.bye = bye;
    }

    /**
     * Starts {@code command}.
     *
     * @param home where it keeps its files
     * @param from the Debian package it comes in
     * @param bye what ends it when it is typed; empty where SIGINT does
     */
    static Telephone start(Path home, String from, String bye, List<String> command) throws IOException {
        assumeTrue(
                Files.isExecutable(Path.of(command.get(0))),
                command.get(0) + " is not installed (package " + from + ")");
        Path log = Files.createTempFile(home, "said", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(Map.of("HOME", home.toString(), "XDG_DATA_HOME", home.toString()));
        return new Telephone(builder.start(), log, bye);
    }

    void types(String line) throws IOException {
        keyboard.write(line + "\n");
        keyboard.flush();
    }

    /** Types {@code line} and waits until it is echoed: some lose what is typed too fast. */
    void takes(String line) throws IOException, InterruptedException {
        types(line);
        awaitSaid(line);
    }

    String said() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    void awaitSaid(String what) throws InterruptedException {
        try {
            ServerProcess.awaitOrFail("'" + what + "' from a telephone", 30, () -> said().contains(what));
        } catch (AssertionError never) {
            throw new AssertionError(never.getMessage() + "\nit said:\n" + said(), never);
        }
    }

    /** Waits for its end; returns its exit code. */
    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS))
                .as("ended by itself: %s", said())
                .isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive() && bye.isEmpty()) {
                new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor();
            } else if (process.isAlive()) {
                types(bye);
            }
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
