package io.sidetone.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sidetone.config.problem.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text as a configuration: loaded and printable, or refused with every problem and a remedy for each. */
@Tag("fuzz")
class ConfigFuzzing {
    private final ConfigLoader loader =
            new ConfigLoader(new ConfigEnvironment(name -> null, 2, Path.of("/nonexistent/sidetone.yaml")));

    static Stream<byte[]> files() throws IOException {
        try (InputStream shipped = ConfigFuzzing.class.getResourceAsStream("/io/sidetone/config/sidetone.yaml")) {
            return Stream.of(
                    shipped.readAllBytes(),
                    ("sip: {port: 5060, bind: 127.0.0.1}\nhttp: {port: 8080, token: abcdefghijklmnop}\n"
                                    + "engines: {mock: {type: mock}}\n"
                                    + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    @MethodSource("files")
    @FuzzTest(maxDuration = "2s")
    void shouldLoadOrNameTheProblemsWhateverIsWritten(byte[] bytes) {
        try {
            loader.parse(
                    new String(bytes, StandardCharsets.UTF_8), "fuzzed", Path.of("/nonexistent"), Optional.empty());
        } catch (ConfigException expected) {
            if (expected.getMessage().isBlank()) {
                throw new AssertionError("refused without a problem", expected);
            }
        }
    }
}
