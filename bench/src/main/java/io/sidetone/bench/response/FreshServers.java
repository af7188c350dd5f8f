package io.sidetone.bench.response;

import io.sidetone.bench.harness.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Servers that are started one way with one kind of engines, one after the other, and what their first calls measured. */
final class FreshServers {
    private static final int COMMAND_LIMIT_S = 30;

    private final Launch launch;
    private final DeskKind kind;
    private final Path jar;
    private final Path folder;
    private final Path archive;

    final List<Double> readyMs = new ArrayList<>();
    final List<BookingCall> first = new ArrayList<>();
    final List<BookingCall> second = new ArrayList<>();
    final List<Crowd> crowds = new ArrayList<>();
    final List<Double> checkMs = new ArrayList<>();

    FreshServers(Launch launch, DeskKind kind, Path jar, Path parent) throws IOException {
        this.launch = launch;
        this.kind = kind;
        this.jar = jar;
        this.folder = Files.createTempDirectory(parent, "first");
        this.archive = folder.resolve("classes.jsa");
    }

    /** Its heading in the table. */
    String title() {
        return launch.name() + ", " + kind.title();
    }

    /** Starts {@code servers} servers that are called twice, and {@code crowdStarts} that {@code calls} callers call. */
    void run(int servers, int crowdStarts, int calls) throws Exception {
        if (launch.archives()) {
            // It leaves the archive at its end, and took no call.
            start(1).close();
        }
        for (int i = 0; i < servers; i++) {
            checkMs.add(check());
            long startNs = System.nanoTime();
            try (Target server = start(1)) {
                readyMs.add((System.nanoTime() - startNs) / 1e6);
                first.add(BookingCall.place(server, kind.booking()));
                second.add(BookingCall.place(server, kind.booking()));
            }
        }
        for (int i = 0; i < crowdStarts; i++) {
            try (Target server = start(calls)) {
                crowds.add(Crowd.of(server, calls));
            }
        }
    }

    private Target start(int calls) throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve("first.yaml"), kind.configuration(calls));
        List<String> command = launch.command(archive, jar, List.of("serve", "-c", config.toString()));
        return Target.start("first", command, folder, Target.READY);
    }

    /** Checks the configuration, on a JVM without flags and without an archive, as people do. */
    private double check() throws IOException, InterruptedException {
        Path config = Files.writeString(folder.resolve("check.yaml"), kind.configuration(1));
        List<String> command =
                List.of(launch.command().get(0), "-jar", jar.toString(), "check-config", config.toString());
        long startNs = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("check.log").toFile())
                .start();
        if (!process.waitFor(COMMAND_LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("check-config failed: " + Files.readString(folder.resolve("check.log")));
        }
        return (System.nanoTime() - startNs) / 1e6;
    }
}
