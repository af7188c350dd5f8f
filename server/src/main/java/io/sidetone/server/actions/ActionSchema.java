package io.sidetone.server.actions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.sidetone.core.port.action.ParameterSchema;
import io.sidetone.speech.dialogue.ModelSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The JSON Schema 2020-12 of one action's parameters. Immutable, thread-safe. Nothing is ever fetched: a schema stands
 * on its own.
 */
public final class ActionSchema implements ParameterSchema {
    private static final int MOST_ERRORS = 5;
    private static final int MOST_CHARS = 600;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaRegistry DIALECT =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12, dialect -> dialect.schemaLoader(
                            loader -> loader.fetchRemoteResources(false))
                    .schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .regularExpressionFactory(BoundedPattern::new)
                            .build()));
    private static final Schema RULES =
            DIALECT.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

    private final Schema schema;

    private ActionSchema(Schema schema) {
        this.schema = schema;
    }

    /**
     * Reads {@code schema}.
     *
     * @throws IllegalArgumentException when it is no valid schema of an object, with what is wrong
     */
    public static ActionSchema of(Map<String, Object> schema) {
        JsonNode node = JSON.valueToTree(schema);
        JsonNode type = node.path("type");
        if (!type.isMissingNode() && !"object".equals(type.asText())) {
            throw new IllegalArgumentException("/type: parameters are an object, not " + type);
        }
        List<Error> errors = RULES.validate(node);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(text(errors));
        }
        references(node, node);
        ModelSchema.of(schema); // models get it in another form, which must be possible
        try {
            Schema read = DIALECT.getSchema(node);
            read.validate(JSON.createObjectNode()); // resolves its references and patterns now, not during a call
            return new ActionSchema(read);
        } catch (SchemaException | IllegalArgumentException e) {
            throw new IllegalArgumentException(firstLine(e.getMessage()), e);
        }
    }

    /** Every reference points into the schema itself: a missing one would only be found by the call that needs it. */
    private static void references(JsonNode root, JsonNode node) {
        JsonNode reference = node.path("$ref");
        if (reference.isTextual()) {
            String to = reference.asText();
            if (!to.startsWith("#")) {
                throw new IllegalArgumentException("$ref '" + to + "' points out of the schema");
            }
            if (to.startsWith("#/") && root.at(to.substring(1)).isMissingNode()) {
                throw new IllegalArgumentException("$ref '" + to + "' points at nothing");
            }
        }
        node.forEach(below -> references(root, below));
    }

    @Override
    public Optional<String> problem(Map<String, Object> parameters) {
        List<Error> errors = schema.validate(JSON.<JsonNode>valueToTree(parameters));
        return errors.isEmpty() ? Optional.empty() : Optional.of(text(errors));
    }

    private static String text(List<Error> errors) {
        String all = errors.stream()
                .limit(MOST_ERRORS)
                .map(error -> {
                    String place = error.getInstanceLocation().toString();
                    return place.isEmpty() ? error.getMessage() : place + ": " + error.getMessage();
                })
                .distinct()
                .collect(Collectors.joining("; "));
        return all.length() > MOST_CHARS ? all.substring(0, MOST_CHARS) + "…" : all;
    }

    private static String firstLine(String message) {
        return message == null
                ? "unreadable"
                : message.strip().lines().findFirst().orElse("unreadable");
    }
}
