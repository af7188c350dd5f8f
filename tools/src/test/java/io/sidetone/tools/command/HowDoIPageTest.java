package io.sidetone.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.server.ExitCode;
import io.sidetone.tools.architecture.Product;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** docs/how-do-i.md: {@code check-config} takes the file of each question, and the lines that are shown stand in it. */
class HowDoIPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("\\]\\(\\.\\./(config/examples/[^)]*\\.yaml)\\)");
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final int LINES = 5;
    private static final int QUESTIONS = 11;

    private static List<String> questions() throws IOException {
        String page = Files.readString(Product.root().resolve("docs/how-do-i.md"));
        return Arrays.stream(page.split("(?m)^## ")).skip(1).toList();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String checked(Path file) {
        ConfigLoader loader = new ConfigLoader(new ConfigEnvironment(
                name -> "value-of-" + name, 2, Product.root().resolve("none")));
        StringWriter said = new StringWriter();
        PrintWriter all = new PrintWriter(said);
        int code = new Commands(loader, (config, again, out, err) -> ExitCode.OK, (options, out, err) -> ExitCode.OK)
                .run(all, all, "check-config", file.toString());
        return code + " " + said;
    }

    @TestFactory
    List<DynamicTest> shouldShowLinesOfAFileThatCanBeServed() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String question : questions()) {
            tests.add(DynamicTest.dynamicTest(question.lines().findFirst().orElseThrow(), () -> {
                List<String> files = found(EXAMPLE, question);
                assertThat(files).isNotEmpty();
                StringBuilder all = new StringBuilder();
                for (String file : files) {
                    Path path = Product.root().resolve(file);
                    all.append(Files.readString(path));
                    assertThat(checked(path)).startsWith("0 ").contains(": ok, ");
                }
                List<String> lines =
                        found(YAML, question).stream().flatMap(String::lines).toList();
                assertThat(lines).hasSizeBetween(1, LINES);
                assertThat(lines).allSatisfy(line -> assertThat(all).contains(line));
            }));
        }
        assertThat(tests).hasSize(QUESTIONS);
        return tests;
    }

    @Test
    void shouldNameEveryFile() throws IOException {
        List<String> named = questions().stream()
                .flatMap(question -> EXAMPLE.matcher(question).results().map((MatchResult match) -> match.group(1)))
                .toList();
        try (Stream<Path> files = Files.list(Product.root().resolve("config/examples/how-do-i"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".yaml")))
                    .allSatisfy(file -> assertThat(named).contains("config/examples/how-do-i/" + file.getFileName()));
        }
    }
}
