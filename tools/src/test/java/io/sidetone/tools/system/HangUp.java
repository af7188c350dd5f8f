package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** SIGHUP to a server, as systemd sends it. */
final class HangUp {
    private HangUp() {}

    /** A process hands on which signals it ignores: under nohup neither this JVM nor the server hears of SIGHUP. */
    static void assumeHeard() throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean ignored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) == 1);
        assumeFalse(ignored, "SIGHUP is ignored here, as under nohup");
    }

    /** Sends it by the unit's own command. */
    static void send(ServerProcess server) throws Exception {
        Path unit = Path.of(System.getProperty("sidetone.root"), "config", "systemd", "sidetone.service");
        try (Stream<String> lines = Files.lines(unit)) {
            String command = lines.filter(line -> line.startsWith("ExecReload=") && line.contains("$MAINPID"))
                    .findFirst()
                    .orElseThrow()
                    .substring("ExecReload=".length())
                    .replace("$MAINPID", Long.toString(server.process().pid()));
            Process kill = new ProcessBuilder(command.split(" ")).inheritIO().start();
            assertThat(kill.waitFor()).as(command).isZero();
        }
    }
}
