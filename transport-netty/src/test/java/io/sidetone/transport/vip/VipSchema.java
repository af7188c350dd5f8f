package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.sidetone.core.port.action.ParameterSchema;
import io.sidetone.transport.schema.SchemaRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The schema of the protocol as it is served, for tests: every message they see has to keep to it. */
final class VipSchema {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaRegistry DIALECT =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, dialect -> {});
    private static final Map<String, Schema> READ = new ConcurrentHashMap<>();
    static final ObjectNode ROOT = root();

    private VipSchema() {}

    private static ObjectNode root() {
        try {
            return (ObjectNode)
                    JSON.readTree(SchemaRoutes.read("vip-1.schema.json").orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with {@code message} as a message of {@code side}: client or server. */
    static List<String> problems(String side, JsonNode message) {
        String type = message.path("type").asText();
        String name = side + "." + type;
        return problemsAs(ROOT.path("$defs").has(name) ? name : side, message);
    }

    private static List<String> problemsAs(String definition, JsonNode message) {
        Schema schema = READ.computeIfAbsent(definition, name -> {
            ObjectNode wanted = ROOT.deepCopy();
            wanted.remove("anyOf");
            wanted.put("$id", "urn:test:" + name);
            wanted.put("$ref", "#/$defs/" + name);
            return DIALECT.getSchema(wanted);
        });
        return schema.validate(message).stream().map(Error::toString).toList();
    }

    static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A message of the server that keeps to the schema. */
    static JsonNode sent(String text) {
        JsonNode message = read(text);
        assertThat(problems("server", message)).as("the schema, of %s", text).isEmpty();
        return message;
    }

    /** Reads the schemas of actions' parameters, as the server does. */
    static ParameterSchema parameters(Map<String, Object> given) {
        JsonNode node = JSON.valueToTree(given);
        if (!node.path("type").asText("object").equals("object")) {
            throw new IllegalArgumentException("/type: parameters are an object");
        }
        Schema schema = DIALECT.getSchema(node);
        return parameters -> {
            List<Error> errors = schema.validate(JSON.<JsonNode>valueToTree(parameters));
            return errors.isEmpty() ? Optional.empty() : Optional.of(errors.toString());
        };
    }
}
