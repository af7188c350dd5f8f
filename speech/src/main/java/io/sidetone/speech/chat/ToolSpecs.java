package io.sidetone.speech.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.speech.dialogue.ModelSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes actions to models in LangChain4j's types; a parameter that these types cannot express is passed as its raw
 * schema. An action that cannot be described is left out.
 */
final class ToolSpecs {
    private static final Logger LOG = LoggerFactory.getLogger(ToolSpecs.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> PLAIN = Set.of("type", "description");
    private static final Set<String> CHOICE = Set.of("type", "description", "enum");

    private ToolSpecs() {}

    /** Describes {@code known}, then those of {@code added} whose names are not in {@code known}. */
    static List<ToolSpecification> of(List<ActionDefinition> known, List<ActionDefinition> added) {
        Map<String, ActionDefinition> byName = new LinkedHashMap<>();
        known.forEach(definition -> byName.putIfAbsent(definition.name(), definition));
        added.forEach(definition -> byName.putIfAbsent(definition.name(), definition));
        List<ToolSpecification> specifications = new ArrayList<>();
        byName.values().forEach(definition -> {
            try {
                specifications.add(specification(definition));
            } catch (IllegalArgumentException wrong) {
                LOG.warn("The action {} is not offered to models: {}", definition.name(), wrong.getMessage());
            }
        });
        return specifications;
    }

    private static ToolSpecification specification(ActionDefinition definition) {
        return ToolSpecification.builder()
                .name(definition.name())
                .description(definition.description())
                .parameters(object(ModelSchema.of(definition.parameters())))
                .build();
    }

    private static JsonObjectSchema object(Map<String, Object> schema) {
        JsonObjectSchema.Builder builder = JsonObjectSchema.builder();
        if (schema.get("description") instanceof String description) {
            builder.description(description);
        }
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> builder.addProperty(String.valueOf(name), element(property)));
        }
        if (schema.get("required") instanceof List<?> required) {
            builder.required(required.stream().map(String::valueOf).toList());
        }
        if (schema.get("additionalProperties") instanceof Boolean additional) {
            builder.additionalProperties(additional);
        }
        if (schema.get("$defs") instanceof Map<?, ?> definitions) {
            Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
            definitions.forEach((name, element) -> elements.put(String.valueOf(name), element(element)));
            builder.definitions(elements);
        }
        return builder.build();
    }

    private static JsonSchemaElement element(Object property) {
        if (!(property instanceof Map<?, ?> schema)) {
            return JsonRawSchema.from("{}");
        }
        String description = schema.get("description") instanceof String text ? text : null;
        if (schema.get("type") instanceof String type && PLAIN.containsAll(schema.keySet())) {
            switch (type) {
                case "string":
                    return JsonStringSchema.builder().description(description).build();
                case "integer":
                    return JsonIntegerSchema.builder().description(description).build();
                case "number":
                    return JsonNumberSchema.builder().description(description).build();
                case "boolean":
                    return JsonBooleanSchema.builder().description(description).build();
                default:
                    break;
            }
        }
        if (schema.get("enum") instanceof List<?> values
                && CHOICE.containsAll(schema.keySet())
                && values.stream().allMatch(String.class::isInstance)) {
            return JsonEnumSchema.builder()
                    .description(description)
                    .enumValues(values.stream().map(String::valueOf).toList())
                    .build();
        }
        return raw(schema);
    }

    private static JsonSchemaElement raw(Map<?, ?> schema) {
        try {
            return JsonRawSchema.from(JSON.writeValueAsString(schema));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a parameter's schema cannot be written as JSON: " + e.getMessage(), e);
        }
    }
}
