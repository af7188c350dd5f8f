package io.sidetone.tools.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.architecture.Product;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/testing-agents.md: what it shows can be read, and every key is explained. */
class TestingPageTest {
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    @TempDir
    private Path folder;

    private static String page() throws Exception {
        return Files.readString(Product.root().resolve("docs/testing-agents.md"));
    }

    @Test
    void shouldExplainEveryKey() throws Exception {
        String page = page();
        assertThat(ScenarioReader.keys()).hasSizeGreaterThan(30).allSatisfy(key -> assertThat(page)
                .as(key.path())
                .containsPattern("[`\\s{]" + Pattern.quote(key.name()) + "[`:]"));
    }

    @Test
    void shouldShowScenariosThatCanBeRead() throws Exception {
        Matcher example = YAML.matcher(page());
        List<Integer> steps = new ArrayList<>();
        while (example.find()) {
            Path file = Files.writeString(folder.resolve("booking.yaml"), example.group(1));
            List<ScenarioCase> cases = ScenarioReader.read(file, name -> null);
            assertThat(cases).hasSize(1);
            assertThat(cases.get(0).scenario().persona().on())
                    .isEqualTo(cases.get(0).scenario().caller().isEmpty());
            steps.add(cases.get(0).scenario().caller().size());
        }
        assertThat(steps).containsExactly(4, 0);
    }
}
