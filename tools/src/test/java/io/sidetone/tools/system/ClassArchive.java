package io.sidetone.tools.system;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An archive of the classes that a server has loaded when it is ready, one for each JVM (JEP 350). A server that starts from it
 * needs half the processor time. The first test JVM that finds no archive writes it while the tests go on without.
 */
final class ClassArchive {
    private static final long READY_LIMIT_S = 60;
    private static final String CONFIG =
            """
            sip: {port: 0}
            http: {port: 0}
            rtp: {ports: %s}
            limits: {max-calls: 1}
            store: {dir: '%s'}
            engines: {mock: {type: mock}}
            agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}
            """;

    private ClassArchive() {}

    /** Returns the options with which {@code jvm} starts the JAR from its archive: none while there is no archive. */
    static List<String> options(Path jvm, List<String> options, Path jar) throws IOException {
        Path folder = Files.createDirectories(jar.resolveSibling("class-archives"));
        String name = jvm.getFileName() + "-" + Files.getLastModifiedTime(jar).toMillis();
        Path archive = folder.resolve(name + ".jsa");
        if (Files.exists(archive)) {
            return List.of("-XX:SharedArchiveFile=" + archive);
        }
        try {
            // Exactly one test JVM creates this file and writes the archive.
            Files.createFile(folder.resolve(name + ".begun"));
        } catch (FileAlreadyExistsException begun) {
            return List.of();
        }
        Thread thread = new Thread(() -> write(jvm, options, jar, archive), "class-archive");
        thread.setDaemon(true);
        thread.start();
        return List.of();
    }

    private static void write(Path jvm, List<String> options, Path jar, Path archive) {
        try {
            Path part = archive.resolveSibling(archive.getFileName() + ".part");
            Path config = archive.resolveSibling(archive.getFileName() + ".yaml");
            Path output = archive.resolveSibling(archive.getFileName() + ".log");
            Files.writeString(
                    config,
                    CONFIG.formatted(LeasedPorts.server(1), Files.createTempDirectory(archive.getParent(), "store")));
            List<String> command =
                    new ArrayList<>(List.of(jvm.resolve("bin/java").toString()));
            command.addAll(options);
            command.addAll(List.of("-XX:ArchiveClassesAtExit=" + part, "-jar", jar.toString()));
            command.addAll(List.of("serve", "-c", config.toString()));
            Process server = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                ServerProcess.awaitOrFail("the line 'ready'", READY_LIMIT_S, () -> ready(output) || !server.isAlive());
                server.destroy();
                server.waitFor(READY_LIMIT_S, TimeUnit.SECONDS);
            } finally {
                server.destroyForcibly();
            }
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | AssertionError e) {
            System.out.println("there is no archive of classes, and servers start without: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean ready(Path output) {
        try {
            return Files.readString(output).lines().anyMatch("ready"::equals);
        } catch (IOException e) {
            return false;
        }
    }
}
