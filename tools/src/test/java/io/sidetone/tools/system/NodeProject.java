package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Clients that others wrote, run by Node: a folder of {@code tools/src/test/node} with its packages. */
final class NodeProject {
    private static final int INSTALL_LIMIT_S = 120;

    private final Path folder;

    private NodeProject(Path folder) {
        this.folder = folder;
    }

    /** The project {@code name}, its packages installed as its lock file says; without Node or registry the test is skipped. */
    static synchronized NodeProject installed(String name) throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("sidetone.root")).resolve("tools");
        Path source = root.resolve("src/test/node").resolve(name);
        Path folder = Files.createDirectories(root.resolve("target/node").resolve(name));
        // Test JVMs that run side by side share the folder, and npm ci begins by emptying it.
        try (FileChannel guard = FileChannel.open(
                folder.resolveSibling(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            guard.lock(); // until it is closed
            if (!upToDate(source, folder)) {
                install(name, source, folder);
            }
        }
        return new NodeProject(folder);
    }

    /** Whether this folder has been installed from these files. */
    private static boolean upToDate(Path source, Path folder) throws IOException {
        for (Path file : files(source)) {
            Path copy = folder.resolve(file.getFileName());
            if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
                return false;
            }
        }
        return Files.exists(folder.resolve("installed"));
    }

    private static void install(String name, Path source, Path folder) throws IOException, InterruptedException {
        Files.deleteIfExists(folder.resolve("installed"));
        for (Path file : files(source)) {
            Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
        Path log = folder.resolve("npm.log");
        int exit =
                run(folder, log, INSTALL_LIMIT_S, List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"));
        if (exit != 0) {
            String why = "skipped: the packages of " + name + " cannot be installed (npm ci: " + exit + ")";
            System.out.println(why + (Files.exists(log) ? "\n" + Files.readString(log) : ""));
            Assumptions.abort(why);
        }
        Files.createFile(folder.resolve("installed"));
    }

    private static List<Path> files(Path source) throws IOException {
        try (Stream<Path> files = Files.list(source)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Where its packages are, for {@code NODE_PATH}. */
    Path modules() {
        return folder.resolve("node_modules");
    }

    /** Runs a script; returns what it printed. */
    String run(int limitS, String script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("node", script));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "run", ".out");
        int exit = run(folder, output, limitS, command);
        String printed = Files.readString(output);
        assertThat(exit).as("%s printed\n%s", command, printed).isZero();
        return printed;
    }

    /** Returns the exit code; −1 when there is no such program, or it took too long. */
    private static int run(Path folder, Path output, int limitS, List<String> command)
            throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            System.out.println(e.getMessage());
            return -1;
        }
        if (!process.waitFor(limitS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
