package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Tests that are written for Node, in a copy under {@code target}, so that nothing is installed among the sources. */
final class NodeTests {
    private static final Path ROOT = Path.of(System.getProperty("sidetone.root"));
    private static final long INSTALL_LIMIT_S = 120;

    private final Path folder;

    private NodeTests(Path folder) {
        this.folder = folder;
    }

    /** The tests of {@code tools/src/test/node/NAME}, without the packages that they need. */
    static NodeTests of(String name) throws IOException, InterruptedException {
        assumeTrue(runs("node", "--version"), "there is no node here; install the package nodejs (scripts/test does)");
        Path copy = ROOT.resolve("tools/target/node").resolve(name);
        copy(ROOT.resolve("tools/src/test/node").resolve(name), copy);
        return new NodeTests(copy);
    }

    /** Installs exactly what the lock file names. */
    NodeTests installed() throws IOException, InterruptedException {
        assumeTrue(runs("npm", "--version"), "there is no npm here; install the package npm (scripts/test does)");
        if (!Files.isDirectory(folder.resolve("node_modules"))) {
            Path log = folder.resolve("npm.log");
            Process npm = start(log, Map.of(), List.of("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"));
            boolean done = ended(npm, INSTALL_LIMIT_S) && npm.exitValue() == 0;
            assumeTrue(done, "npm could not fetch what " + folder.getFileName() + " needs; see " + log);
        }
        return this;
    }

    /** Runs the test files of {@code part}; what Node says stands in the failure. */
    void run(String part, Map<String, String> environment, long limitS) throws IOException, InterruptedException {
        Path log = folder.resolve(part.replace('/', '-') + ".log");
        List<String> command =
                new ArrayList<>(List.of("node", "--test", "--test-concurrency=1", "--test-reporter=spec"));
        try (Stream<Path> files = Files.isDirectory(folder.resolve(part))
                ? Files.list(folder.resolve(part))
                : Stream.of(folder.resolve(part))) {
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".test.js"))
                    .sorted()
                    .forEach(command::add);
        }
        Process node = start(log, environment, command);
        boolean ended = ended(node, limitS);
        String said = Files.readString(log);
        assertThat(ended).as("%s ended within %d s:\n%s", part, limitS, said).isTrue();
        assertThat(node.exitValue()).as(said).isZero();
        assertThat(said).as("tests that ran").containsPattern("pass [1-9]");
    }

    private Process start(Path log, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .put(
                        "SIDETONE_CONSOLE",
                        ROOT.resolve("transport-netty/src/main/resources/io/sidetone/transport/console")
                                .toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static boolean ended(Process process, long limitS) throws InterruptedException {
        if (process.waitFor(limitS, TimeUnit.SECONDS)) {
            return true;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return false;
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(file -> !from.relativize(file).startsWith("node_modules"))
                    .toList();
            for (Path file : files) {
                Path target = to.resolve(from.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
