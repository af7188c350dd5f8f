package io.sidetone.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.ValueType;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A wrong value is one problem: it hides no other, and what has a default in its place is not complained about. */
class ConfigConsequencesTest {
    /** No key takes a list within a list. */
    private static final String WRONG = "[[x]]";

    private static final Set<ValueType> NO_VALUE = EnumSet.of(ValueType.SECTION, ValueType.MAP, ValueType.LIST);
    private static final Map<String, String> VARIABLES = Map.of("TOKEN", "a-token", "SHOP", "shop-secret");

    /** Keys that stand in no map and no list, each with a file that gives it a wrong value. */
    private static Map<String, String> wrongKeys() {
        Map<String, String> files = new LinkedHashMap<>();
        for (ConfigKey key : KeyRegistry.keys()) {
            String path = key.path();
            if (!NO_VALUE.contains(key.type()) && !path.contains("*") && !path.contains("[")) {
                String[] names = path.split("\\.");
                String inner = names[names.length - 1] + ": " + WRONG;
                for (int i = names.length - 2; i > 0; i--) {
                    inner = names[i] + ": {" + inner + "}";
                }
                files.put(path, names.length == 1 ? inner : names[0] + ": {" + inner + "}");
            }
        }
        return files;
    }

    @TestFactory
    List<DynamicTest> shouldSayOneThingAboutAWrongKeyAlone() {
        List<DynamicTest> tests = new ArrayList<>();
        wrongKeys()
                .forEach((key, yaml) -> tests.add(DynamicTest.dynamicTest(
                        key, () -> assertThat(Loading.problems(Loading.AGENTS + yaml + "\n", Map.of()))
                                .singleElement()
                                .asString()
                                .startsWith(key))));
        assertThat(tests).hasSizeGreaterThan(120);
        return tests;
    }

    /** Every value of a file that gives all keys, in maps and lists too, is wrong once. */
    @TestFactory
    List<DynamicTest> shouldSayOneThingAboutAWrongValueAmongAllOthers() throws Exception {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        ObjectNode whole = (ObjectNode)
                yaml.readTree(resource("every-key.yaml").replaceAll("journal: (on|off)", "journal: \"$1\""));
        List<DynamicTest> tests = new ArrayList<>();
        values(
                whole,
                "",
                path -> tests.add(DynamicTest.dynamicTest(path.key(), () -> {
                    JsonNode before = path.in().get(path.name());
                    ArrayNode wrong = path.in().arrayNode();
                    wrong.addArray().add("x");
                    path.in().set(path.name(), wrong);
                    List<String> problems = Loading.problems(yaml.writeValueAsString(whole), VARIABLES);
                    path.in().set(path.name(), before);
                    // Data of one's own takes a list; what stands in it belongs to the key above.
                    assertThat(problems).hasSizeLessThan(2);
                    assertThat(problems)
                            .allMatch(problem -> path.key().startsWith(problem.split("(\\[[0-9]+])?: ")[0]));
                })));
        assertThat(tests).hasSizeGreaterThan(120);
        return tests;
    }

    private record Place(ObjectNode in, String name, String key) {}

    private static void values(ObjectNode node, String path, Consumer<Place> each) {
        node.properties().forEach(entry -> {
            String key = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
            if (entry.getValue() instanceof ObjectNode section && !section.isEmpty()) {
                values(section, key, each);
            } else {
                each.accept(new Place(node, entry.getKey(), key));
            }
        });
    }

    @Test
    void shouldHideNoProblemBehindAnother() throws Exception {
        Map<String, String> keys = wrongKeys();
        String yaml = null;
        int pairs = 0;
        for (String line : resource("problems.txt").split("\n")) {
            if (!line.startsWith("    ")) {
                yaml = line;
                continue;
            }
            String problem = line.strip();
            for (Map.Entry<String, String> key : keys.entrySet()) {
                String section = key.getKey().split("\\.")[0];
                boolean apart = !yaml.startsWith(section + ":")
                        && !yaml.contains("\n" + section)
                        && !problem.contains(key.getKey());
                if (apart && (pairs++ + problem.length()) % 19 == 0) {
                    assertThat(Loading.problems(Loading.AGENTS + yaml + "\n" + key.getValue() + "\n", Map.of()))
                            .as("%s with a wrong %s", yaml, key.getKey())
                            .contains(problem);
                }
            }
        }
        assertThat(pairs).isGreaterThan(3_000);
    }

    private static String resource(String name) throws Exception {
        try (InputStream in = ConfigConsequencesTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
