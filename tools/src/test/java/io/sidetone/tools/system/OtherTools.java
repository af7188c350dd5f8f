package io.sidetone.tools.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of others that judge what the server writes: promtool (package prometheus) and tshark. */
final class OtherTools {
    private static final long LIMIT_S = 60;

    private OtherTools() {}

    private static Optional<Path> find(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What a program says, with its exit code in the first line. */
    private static List<String> run(Path input, List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("said", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
            if (input != null) {
                builder.redirectInput(input.toFile());
            }
            Process process = builder.start();
            assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
            String text = Files.readString(said, StandardCharsets.ISO_8859_1);
            return Stream.concat(Stream.of("exit " + process.exitValue()), text.lines())
                    .toList();
        } finally {
            Files.deleteIfExists(said);
        }
    }

    /** Prometheus' own check of {@code metrics}: names, types, units, labels. */
    static void checkMetrics(Path metrics) throws IOException, InterruptedException {
        Optional<Path> promtool = find("promtool");
        assumeTrue(promtool.isPresent(), "promtool is not installed (package prometheus)");
        assertThat(run(metrics, List.of(promtool.get().toString(), "check", "metrics")))
                .containsExactly("exit 0");
    }

    /** Wireshark finds no error and nothing to warn of in the packets of {@code file}. */
    static void checkPackets(Path file) throws IOException, InterruptedException {
        Optional<Path> tshark = find("tshark");
        assumeTrue(tshark.isPresent(), "tshark is not installed (package tshark)");
        List<String> said = run(
                null,
                List.of(
                        tshark.get().toString(),
                        "-r",
                        file.toString(),
                        "-q",
                        "-z",
                        "expert",
                        "-o",
                        "rtp.heuristic_rtp:TRUE",
                        "-o",
                        "ip.check_checksum:TRUE",
                        "-o",
                        "udp.check_checksum:TRUE"));
        assertThat(said).startsWith("exit 0");
        assertThat(said)
                .as(String.join("\n", said))
                .noneMatch(line -> line.startsWith("Errors") || line.startsWith("Warns"));
    }

    /** Wireshark finds the INVITE with its session, and both directions of its sound by that alone. */
    static void checkCall(Path file) throws IOException, InterruptedException {
        Optional<Path> tshark = find("tshark");
        assumeTrue(tshark.isPresent(), "tshark is not installed (package tshark)");
        List<String> read = List.of(tshark.get().toString(), "-r", file.toString(), "-o", "rtp.heuristic_rtp:FALSE");
        List<String> first = new ArrayList<>(read);
        first.addAll(
                List.of("-c", "1", "-Y", "sip.Method == INVITE && sdp.media", "-T", "fields", "-e", "sdp.media.proto"));
        assertThat(run(null, first)).startsWith("exit 0").contains("RTP/AVP");
        List<String> streams = new ArrayList<>(read);
        streams.addAll(List.of("-q", "-z", "rtp,streams"));
        List<String> said = run(null, streams);
        assertThat(said)
                .as(String.join("\n", said))
                .filteredOn(line -> line.contains("g711U") || line.contains("PCMU"))
                .hasSize(2);
    }
}
