package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.print.ConfigPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every problem of wrong files, word for word: operators search for these texts, and scripts match them. */
class ErrorTextsTest {
    private static final String MOCK = "engines: {mock: {type: mock}}\n";
    private static final String DESK = "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n";

    static Stream<Arguments> files() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String block : resource("error-texts.txt").split("===\n")) {
            String[] parts = block.split("---\n");
            texts.put(parts[0], parts[1]);
        }
        return texts.entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ErrorTextsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldSayTheSameWhenAFileIsWrong(String yaml, String expected) {
        String file = (yaml.contains("engines:") ? "" : MOCK) + (yaml.contains("agents:") ? "" : DESK) + yaml;
        List<String> problems = Loading.problems(file, Map.of());
        assertThat(problems).isEqualTo(Arrays.asList(expected.split("\n")));
    }

    @Test
    void shouldPrintEveryKeyAsBeforeWhenAFileGivesThem() throws Exception {
        LoadedConfig loaded =
                Loading.load(resource("every-key.yaml"), Map.of("TOKEN", "a-token", "SHOP", "shop-secret"));
        assertThat(ConfigPrinter.print(loaded)).isEqualTo(resource("every-key.printed.yaml"));
    }
}
