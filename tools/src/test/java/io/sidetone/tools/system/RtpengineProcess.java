package io.sidetone.tools.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real rtpengine on loopback, in user space; a Kamailio tells it by its ng protocol what to relay. */
final class RtpengineProcess implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/rtpengine");
    private static final int PORTS = 100;
    private static final long START_LIMIT_S = 10;

    private final Process process;
    private final Path log;
    private final int control;

    private RtpengineProcess(Process process, Path log, int control) {
        this.process = process;
        this.log = log;
        this.control = control;
    }

    static RtpengineProcess start(Path folder) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "rtpengine is not installed (package rtpengine-daemon)");
        int control = LeasedPorts.listener();
        int first = LeasedPorts.peer(PORTS);
        Path log = folder.resolve("rtpengine.log");
        Process process = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--foreground",
                        "--log-stderr",
                        "--log-level=6",
                        "--table=-1",
                        "--interface=lo/127.0.0.1",
                        "--listen-ng=127.0.0.1:" + control,
                        "--port-min=" + first,
                        "--port-max=" + (first + PORTS - 1),
                        "--num-threads=1")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        RtpengineProcess started = new RtpengineProcess(process, log, control);
        ServerProcess.awaitOrFail("rtpengine, which writes to " + log, START_LIMIT_S, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("rtpengine ended: " + started.log());
            }
            return started.log().contains("Startup complete");
        });
        return started;
    }

    /** Where its ng protocol is spoken: host and port. */
    String control() {
        return "127.0.0.1:" + control;
    }

    /** What it has printed. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "(no log)";
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
