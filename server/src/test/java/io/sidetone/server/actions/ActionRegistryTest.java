package io.sidetone.server.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.ops.logging.LogWatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ActionRegistryTest {
    private static final Map<String, Object> DAY = Map.of(
            "type",
            "object",
            "properties",
            Map.of("day", Map.of("type", "string"), "seats", Map.of("type", "integer", "maximum", 8)),
            "required",
            List.of("day"),
            "additionalProperties",
            false);

    private final ActionRegistry registry = new ActionRegistry();
    private final Problems problems = new Problems();

    private boolean register(String name, String description, Map<String, Object> schema) {
        return registry.register(
                "actions." + name,
                new ActionDefinition(name, description, schema, false, true, 0),
                ActionInvoker.none(),
                problems);
    }

    private String problem() {
        return catchThrowableOfType(ConfigException.class, () -> problems.throwIfAny("test"))
                .getMessage();
    }

    private String refusal(String name, Map<String, Object> parameters) {
        return registry.refusal(new ActionCall("1", name, parameters, false))
                .map(result -> result.code() + ": " + result.values().get(ActionResult.MESSAGE))
                .orElse("none");
    }

    @Test
    void shouldNotLogTheTextOfASchemaThatAClientWrote() {
        List<String> lines;
        try (LogWatch log = new LogWatch()) {
            for (Map<String, Object> schema : List.<Map<String, Object>>of(
                    Map.of("type", "object", "pattern", "[s3cret-text"),
                    Map.of("type", "object", "properties", Map.of("a", Map.of("pattern", "(s3cret-text"))),
                    Map.of("type", "object", "s3cret-text", 1),
                    Map.of("type", "s3cret-text"),
                    Map.of("type", "object", "$schema", "https://s3cret-text.example/schema"),
                    Map.of("type", "object", "$id", "\\s3cret-text"),
                    Map.of("type", "object", "properties", Map.of("a", Map.of("format", "s3cret-text"))),
                    Map.of("type", "object", "$ref", "#/s3cret-text"))) {
                register("a" + schema.hashCode(), "does", schema);
            }
            lines = log.lines();
        }
        assertThat(lines).noneMatch(line -> line.contains("s3cret-text"));
    }

    @Test
    @Tag("VIP-10")
    void shouldLetAnActionPassWhoseParametersFit() {
        assertThat(register("book", "books", DAY)).isTrue();
        assertThat(refusal("book", Map.of("day", "monday", "seats", 2))).isEqualTo("none");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-10")
    void shouldSayWhatIsWrongWithParametersThatDoNotFit() {
        register("book", "books", DAY);
        assertThat(refusal("book", Map.of())).isEqualTo("invalid_parameters: required property 'day' not found");
        assertThat(refusal("book", Map.of("day", 7)))
                .isEqualTo("invalid_parameters: /day: integer found, string expected");
        assertThat(refusal("book", Map.of("day", "monday", "seats", 9, "sets", 1)))
                .startsWith("invalid_parameters: ")
                .contains("/seats: must have a maximum value of 8")
                .contains("'sets'");
    }

    @Test
    @Tag("VIP-09")
    @Tag("VIP-10")
    void shouldKnowNothingThatIsNotRegisteredNow() {
        register("book", "books", DAY);
        assertThat(refusal("boook", Map.of())).isEqualTo("not_registered: there is no action 'boook'");
        registry.remove("book");
        assertThat(refusal("book", Map.of("day", "monday"))).startsWith("not_registered");
        assertThat(registry.definition("book")).isEmpty();
    }

    @Test
    @Tag("VIP-10")
    void shouldRefuseASecondActionOfTheSameName() {
        register("book", "books", DAY);
        assertThat(register("book", "books too", DAY)).isFalse();
        assertThat(problem()).isEqualTo("actions.book: another action has the name 'book'; give it a name of its own");
        assertThat(registry.definition("book").orElseThrow().description()).isEqualTo("books");
    }

    @Test
    @Tag("VIP-10")
    void shouldRefuseAnActionWithoutDescriptionOrWithABadName() {
        assertThat(register("book", " ", DAY)).isFalse();
        assertThat(register("book it", "books", DAY)).isFalse();
        assertThat(problem())
                .isEqualTo("actions.book.description: is empty, and the model decides by it;"
                        + " say what the action does and when to use it\n"
                        + "actions.book it: 'book it' is not a name;"
                        + " use up to 64 letters, digits, '-' and '_', a letter or digit first");
    }

    @Test
    @Tag("VIP-10")
    void shouldRefuseAnInvalidSchemaWithPathProblemAndRemedy() {
        List<Map<String, Object>> wrong = List.of(
                Map.of("type", "objekt"),
                Map.of("type", "string"),
                Map.of("type", "object", "properties", List.of("day")),
                Map.of("type", "object", "required", "day"),
                Map.of("properties", Map.of("day", Map.of("pattern", "["))),
                Map.of("properties", Map.of("day", Map.of("$ref", "#/$defs/nowhere"))),
                Map.of("$ref", "https://example.com/schema.json"),
                Map.of("$schema", "https://example.com/dialect"));
        for (Map<String, Object> schema : wrong) {
            assertThat(register("book", "books", schema)).as(schema.toString()).isFalse();
        }
        assertThat(problem().lines())
                .hasSize(wrong.size())
                .allMatch(line -> line.startsWith("actions.book.parameters: is no JSON Schema 2020-12 of an object: ")
                        && line.contains("; mend it, for example"));
    }

    @Test
    @Tag("VIP-10")
    void shouldServeTenThousandActions() {
        long began = System.nanoTime();
        for (int i = 0; i < 10_000; i++) {
            Map<String, Object> schema = Map.of(
                    "type", "object",
                    "properties", Map.of("day" + i, Map.of("type", "string"), "n", Map.of("type", "integer")),
                    "required", List.of("day" + i));
            assertThat(register("action_" + i, "does " + i, schema)).isTrue();
        }
        System.out.println("10,000 schemas registered in " + (System.nanoTime() - began) / 1_000_000 + " ms");
        assertThat(registry.definitions()).hasSize(10_000);
        began = System.nanoTime();
        for (int i = 0; i < 10_000; i++) {
            assertThat(refusal("action_" + i, Map.of("day" + i, "x"))).isEqualTo("none");
        }
        System.out.println("10,000 calls checked in " + (System.nanoTime() - began) / 1_000_000 + " ms");
        assertThat(refusal("action_9999", Map.of())).contains("day9999");
    }
}
