package io.sidetone.config.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.sidetone.config.KeyRegistry;
import io.sidetone.config.Loading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** config/sidetone.schema.json takes what the loader takes and names what is wrong. */
class JsonSchemaTest {
    private static final Path FOLDER = Path.of(System.getProperty("sidetone.root"), "config");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(JsonSchema.of(KeyRegistry.tree()));

    private static List<Error> errors(String yaml) throws Exception {
        JsonNode tree = YAML.readTree(yaml);
        return SCHEMA.validate(tree);
    }

    static Stream<Path> shipped() throws Exception {
        try (Stream<Path> examples = Files.list(FOLDER.resolve("examples"))) {
            return Stream.concat(
                    Stream.of(FOLDER.resolve("sidetone.yaml"), FOLDER.resolve("reference.yaml")),
                    examples.filter(file -> file.toString().endsWith(".yaml")).toList().stream());
        }
    }

    @Test
    void shouldBeWhatTheRegistrySays() throws Exception {
        assertThat(Files.readString(FOLDER.resolve("sidetone.schema.json")))
                .as("config/sidetone.schema.json is old; write it with: java -jar sidetone.jar print-config --schema")
                .isEqualTo(JsonSchema.of(KeyRegistry.tree()));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shouldTakeWhatIsShippedAndNameItself(Path file) throws Exception {
        String text = Files.readString(file);
        assertThat(errors(text)).isEmpty();
        String name = file.getParent()
                .relativize(FOLDER.resolve("sidetone.schema.json"))
                .toString();
        assertThat(text).startsWith("# yaml-language-server: $schema=" + name + "\n");
    }

    @Test
    void shouldTakeThePageOfKeysWithEveryCommentedKeyTakenIn() throws Exception {
        String all = Files.readString(FOLDER.resolve("reference.yaml")).replaceAll("(?m)^( *)#(?! )", "$1");
        assertThat(errors(all)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip: {port: 5062, trunks: [{name: s, from: 192.0.2.9}]}",
                "sip: {port: \"${PORT}\", trunks: [{name: s, from: [\"${NET}\", 192.0.2.0/24]}]}",
                "http: {token: 123456, max-body: 3 MiB, max-connections: \"300\"}",
                "sip: {bind: localhost}",
                "http: {bind: \"[::1]\"}",
                "lanes: {count: auto, wait-strategy: busy-spin}",
                "store: {enabled: true}",
                "store: {enabled: auto}",
                "telemetry: {traces: {sample: 1, words: \"true\"}}",
                "plugins:",
                "limits:"
            })
    void shouldTakeWhatLoads(String sections) throws Exception {
        assertThat(Loading.problems(Loading.AGENTS + sections, Map.of("PORT", "5070", "NET", "192.0.2.1")))
                .isEmpty();
        assertThat(errors(Loading.AGENTS + sections)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sip: {prot: 5060}                     | /sip",
                "sip: {port: 70000}                    | /sip/port",
                "sip: {port: high}                     | /sip/port",
                "sip: {bind: nowhere}                  | /sip/bind",
                "sip: {codecs: [GSM]}                  | /sip/codecs",
                "sip: {trunks: [{from: 192.0.2.9}]}    | /sip/trunks/0",
                "rtp: {timeout: 30}                    | /rtp/timeout",
                "rtp: {shared-port: 5004}              | /rtp/shared-port",
                "http: {max-body: 1MB}                 | /http/max-body",
                "lanes: {wait-strategy: busy}          | /lanes/wait-strategy",
                "telemetry: {traces: {sample: 1.5}}    | /telemetry/traces/sample",
                "subscribers: {name: crm}              | /subscribers",
                "policies: {'a b': {}}                 | /policies"
            })
    void shouldRefuseWhatDoesNotLoad(String section, String where) throws Exception {
        assertThat(Loading.problems(Loading.AGENTS + section, Map.of())).isNotEmpty();
        assertThat(errors(Loading.AGENTS + section)).isNotEmpty().allSatisfy(error -> assertThat(
                        error.getInstanceLocation().toString())
                .startsWith(where));
    }
}
