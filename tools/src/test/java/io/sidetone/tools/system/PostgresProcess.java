package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL of the test's own: fresh cluster, free loopback port, gone at the end. */
final class PostgresProcess implements AutoCloseable {
    static final String USER = "sidetone";
    static final String PASSWORD = "it's \"secret\"";

    private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

    private final Path programs;
    private final Path folder;
    private final int port;
    private Process process;

    private PostgresProcess(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    static PostgresProcess start() throws Exception {
        Path programs = programs();
        assumeTrue(programs != null, "PostgreSQL is not installed (package postgresql)");
        assumeTrue(
                !root() || Files.isExecutable(Path.of("/usr/bin/setpriv")),
                "PostgreSQL does not run as root and setpriv is not installed (package util-linux)");
        Path folder = Files.createTempDirectory("sidetone-postgres");
        Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        if (root()) {
            run(List.of("chown", "-R", "postgres", folder.toString()));
        }
        int port = LeasedPorts.listener();
        PostgresProcess postgres = new PostgresProcess(programs, folder, port);
        postgres.run(
                "initdb",
                "-D",
                folder + "/data",
                "-U",
                USER,
                "-A",
                "scram-sha-256",
                "--pwfile=" + folder + "/password",
                "-E",
                "UTF8",
                "--no-locale",
                "--no-sync");
        postgres.up();
        return postgres;
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static Path programs() throws IOException {
        if (!Files.isDirectory(VERSIONS)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(VERSIONS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparing(Path::toString))
                    .orElse(null);
        }
    }

    /** Starts it again where it was stopped. */
    void up() throws Exception {
        List<String> command = command(
                "postgres", "-D", folder + "/data", "-h", "127.0.0.1", "-p", "" + port, "-k", folder.toString());
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
        ServerProcess.awaitOrFail("PostgreSQL", 30, () -> {
            try (Connection connection = connect()) {
                return connection.isValid(2);
            } catch (SQLException notYet) {
                return false;
            }
        });
    }

    /** Stops it, connections or not. */
    void down() throws IOException, InterruptedException {
        run(List.of("kill", "-INT", Long.toString(process.pid())));
        assertThat(process.waitFor(15, TimeUnit.SECONDS))
                .as("PostgreSQL stopped")
                .isTrue();
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, PASSWORD);
    }

    private List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (root()) {
            // setpriv becomes the program: its process id is PostgreSQL's.
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void run(String program, String... arguments) throws Exception {
        run(command(program, arguments));
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("%s\n%s", command, said).isZero();
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                down();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
