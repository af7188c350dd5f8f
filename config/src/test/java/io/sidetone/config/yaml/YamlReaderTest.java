package io.sidetone.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
    private static YamlNode.Mapping read(String text) throws ConfigException {
        return YamlReader.read(text, "f.yaml", new Problems());
    }

    @Test
    void shouldKeepScalarsAsWritten() throws Exception {
        YamlNode.Mapping root = read("a: 0123\nb: +4930\nc: on\nd: ~\ne: 1_000\nf: \"null\"\ng: 2020-01-01\n");
        assertThat(root.entries().values())
                .extracting(node -> ((YamlNode.Scalar) node).text())
                .containsExactly("0123", "+4930", "on", "", "1_000", "null", "2020-01-01");
        assertThat(root.entries().get("c").line()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   \n", "# only a comment\n", "---\n", "~"})
    void shouldReadNothingWhenTheFileIsEmpty(String text) throws Exception {
        assertThat(read(text).entries()).isEmpty();
    }

    @Test
    void shouldRefuseAliasesSoThatASmallFileCannotGrow() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            String alias = "*a" + (i - 1);
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append(String.join(", ", java.util.Collections.nCopies(9, alias)))
                    .append("]\n");
        }
        assertThatThrownBy(() -> read(bomb.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("f.yaml: line 2: uses an alias ('*a0'); write the value out where it is needed");
    }

    @Test
    void shouldRefuseDeepNesting() {
        assertThatThrownBy(() -> read("a: " + "[".repeat(100_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is nested deeper than 16 levels");
        assertThatThrownBy(() -> read("a: " + "{b: ".repeat(17) + "1" + "}".repeat(17)))
                .hasMessageContaining("is nested deeper than 16 levels");
    }

    @Test
    void shouldRefuseTooManyNodes() {
        assertThatThrownBy(() -> read("a: [" + "1,".repeat(YamlReader.MAX_NODES) + "1]"))
                .hasMessageContaining("holds more than 20000 values");
    }

    @Test
    void shouldRefuseLongTexts() {
        assertThatThrownBy(() -> read("a: " + "x".repeat(YamlReader.MAX_TEXT + 1)))
                .hasMessageContaining("holds a text longer than 65536 characters");
    }

    @Test
    void shouldRefuseTagsAndSecondDocuments() {
        assertThatThrownBy(() -> read("a: !!javax.script.ScriptEngineManager []"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tag");
        assertThatThrownBy(() -> read("a: 1\n---\nb: 2\n")).hasMessageContaining("holds more than one document");
        assertThatThrownBy(() -> read("- a\n")).hasMessageContaining("does not begin with a key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a: [1", "a: {b", "a: \"x", "a:\n\tb: 1", "a: b: c", "a: @x", "? [1]\n: 2", "a: %x\n b: 1", "}"})
    void shouldNameTheLineWhenTheTextIsNoYaml(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("f.yaml: line ")
                .hasMessageContaining("is not YAML")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "http: {port: ${PORT}, bind: 0.0.0.0} | expected ',' or '}', but got { while parsing a flow mapping; within { } and [ ] write quotes around what holds a reference",
                "http: {port: \"8080               | found unexpected end of stream while scanning a quoted scalar; mend the line",
                "{{                               | Expected a field name (Scalar value in YAML); mend the line"
            })
    void shouldSayWhatTheParserFoundAndWhatToDo(String text, String told) {
        assertThatThrownBy(() -> YamlReader.read(text, "a.yaml", new Problems()))
                .hasMessageContaining(told);
    }

    @Test
    void shouldNoteDuplicatesAndKeepTheFirst() throws Exception {
        Problems problems = new Problems();
        YamlNode.Mapping root = YamlReader.read("a: {b: 1, b: 2}\nc: 3\nc: 4\n", "f.yaml", problems);
        assertThatThrownBy(() -> problems.throwIfAny("f.yaml"))
                .hasMessage("a.b: is given twice (lines 1 and 1); keep one of them\n"
                        + "c: is given twice (lines 2 and 3); keep one of them");
        assertThat(((YamlNode.Scalar) root.entries().get("c")).text()).isEqualTo("3");
    }

    @Test
    void shouldAnswerEveryTextWithAResultOrAConfigException() {
        long seed = 20_260_401L;
        Random random = new Random(seed);
        String alphabet = "ab:-[]{},&*!|>%@`\"'#? \n\t0~<=\\";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                read(text.toString());
            } catch (ConfigException e) {
                assertThat(e.problems()).isNotEmpty();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", round " + round + ": " + text, e);
            }
        }
    }
}
