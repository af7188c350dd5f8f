package io.sidetone.config.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sidetone.config.KeyRegistry;
import io.sidetone.config.Loading;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.agent.FlowSource;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.yaml.YamlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReferencePageTest {
    private static String page() throws Exception {
        return Files.readString(Path.of(System.getProperty("sidetone.root"), "config", "reference.yaml"));
    }

    @Test
    void shouldBeWhatTheRegistrySays() throws Exception {
        assertThat(page())
                .as("config/reference.yaml is old; write it with: java -jar sidetone.jar print-config --reference")
                .isEqualTo(ReferencePage.text());
    }

    @Test
    void shouldListEveryKeyWithUnitDefaultAndReason() throws Exception {
        String flat = page().replaceAll("\\n\\s*# ", " ");
        for (ConfigKey key : KeyRegistry.keys()) {
            assertThat(key.reason()).as(key.path()).isNotBlank();
            assertThat(key.unit()).as(key.path()).isNotBlank();
            String facts = key.type().container() ? "" : ReferencePage.facts(key);
            assertThat(flat)
                    .as(key.path())
                    .containsPattern(Pattern.quote(key.reason()) + "[^\\n]*" + Pattern.quote(facts) + "[^\\n]*\\n *#?"
                            + Pattern.quote(key.name()) + ":");
        }
    }

    @Test
    void shouldBeYamlAlsoWhenEveryCommentedKeyIsTakenIn() throws Exception {
        String all = page().replaceAll("(?m)^( *)#(?! )", "$1");
        Problems problems = new Problems();
        YamlReader.read(all, "reference.yaml", problems);
        assertThat(problems.none()).isTrue();
        assertThat(all).contains("\n  trunks:\n");
    }

    @Test
    void shouldLoadToTheDefaults() throws Exception {
        assumeTrue(
                FlowSource.of("classpath:agents/appointment-desk.yaml", Path.of("/"))
                        .readable(),
                "the appointment desk's flow is not part of this build");
        SidetoneConfig reference = Loading.load(page(), Map.of()).config();
        SidetoneConfig minimal = Loading.load(
                        """
                        engines: {embedded: {type: embedded}}
                        agents:
                          appointment-desk:
                            {recognizer: embedded, dialogue: embedded, synthesizer: embedded,
                             flow: "classpath:agents/appointment-desk.yaml"}
                        policies: {patient: {}}
                        """,
                        Map.of())
                .config();
        assertThat(reference).isEqualTo(minimal);
    }
}
