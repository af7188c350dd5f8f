package io.sidetone.config.print;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.TreeReader;
import java.util.List;
import java.util.Map;

/**
 * The keys as a JSON Schema (draft 7, which editors of YAML know best). It takes every file that loads; rules over
 * several keys, and texts behind references, are checked by {@code check-config} alone.
 */
public final class JsonSchema {
    private static final String REFERENCE = "reference";
    private static final String ADDRESS = "(localhost|\\[?[0-9A-Fa-f:.]+\\]?)";
    private static final String WHOLE = "-?[0-9]{1,9}";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonSchema() {}

    /** Returns the schema of a file that has {@code keys}, as text. */
    public static String of(KeyTree keys) {
        ObjectNode schema = NODES.objectNode();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", "Configuration of Sidetone");
        schema.setAll(section(keys, List.of("object", "null")));
        schema.putObject("definitions")
                .putObject(REFERENCE)
                .put("type", "string")
                .put("pattern", "\\$\\{")
                .put("description", "${NAME}, ${NAME:-text} or ${file:PATH}");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        try {
            return new ObjectMapper().writer(printer).writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the schema cannot be written", e);
        }
    }

    private static ObjectNode section(KeyTree tree, List<String> types) {
        ObjectNode schema = types(types);
        schema.put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        for (Map.Entry<String, KeyTree> child : tree.children().entrySet()) {
            ConfigKey key = child.getValue().key();
            properties.set(child.getKey(), described(key, node(child.getValue())));
            if (key.required()) {
                required.add(child.getKey());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    private static ObjectNode described(ConfigKey key, ObjectNode schema) {
        ObjectNode described = NODES.objectNode();
        described.put("description", key.reason());
        described.setAll(schema);
        if (!key.derived() && !key.defaultText().isEmpty()) {
            switch (key.type()) {
                case FLAG -> described.put("default", Boolean.parseBoolean(key.defaultText()));
                case INTEGER -> described.put("default", Integer.parseInt(key.defaultText()));
                case DECIMAL -> described.put("default", Double.parseDouble(key.defaultText()));
                default -> described.put("default", key.defaultText());
            }
        }
        return described;
    }

    private static ObjectNode node(KeyTree tree) {
        ConfigKey key = tree.key();
        return switch (key.type()) {
            case SECTION -> section(tree, List.of("object", "null"));
            case MAP -> map(tree);
            case LIST -> {
                ObjectNode list = types(List.of("array", "null"));
                list.set("items", entry(tree.child(KeyTree.ITEM)));
                yield list;
            }
            case TEXT, URL -> types(List.of("string", "number", "boolean", "null"));
            case SECRET, PASSWORD -> types(List.of("string", "number", "boolean"));
            case WORD -> either(words(key));
            case FLAG -> either(types(List.of("boolean")), pattern("true|false"));
            case INTEGER -> either(number(key, "integer"), pattern(WHOLE));
            case COUNT -> either(number(key, "integer"), pattern("auto|" + WHOLE));
            case DECIMAL -> either(number(key, "number"), pattern(WHOLE + "(\\.[0-9]{1,9})?"));
            case DURATION -> either(pattern("[0-9]{1,12}\\s*(ms|s|m|h)"));
            case SIZE -> either(pattern("[0-9]{1,12}\\s*(B|KiB|MiB|GiB)"));
            case ADDRESS -> either(pattern(ADDRESS));
            case PORTS -> either(pattern("[0-9]{1,5}\\s*-\\s*[0-9]{1,5}"));
            case TEXTS -> list(key.words().isEmpty() ? types(List.of("string", "number", "boolean")) : words(key));
            case CIDRS -> list(pattern(ADDRESS + "(/[0-9]{1,3})?"));
            case PAIRS -> {
                ObjectNode pairs = types(List.of("object"));
                pairs.set("additionalProperties", types(List.of("string", "number", "boolean", "null")));
                yield pairs;
            }
            case DATA -> types(List.of("object", "string"));
        };
    }

    private static ObjectNode map(KeyTree tree) {
        ObjectNode map = types(List.of("object", "null"));
        map.putObject("propertyNames").put("pattern", "^" + TreeReader.NAME_RULE + "$");
        map.set("additionalProperties", entry(tree.child(KeyTree.ANY)));
        return map;
    }

    /** An entry may be empty where none of its keys is mandatory. */
    private static ObjectNode entry(KeyTree tree) {
        boolean mandatory =
                tree.children().values().stream().anyMatch(child -> child.key().required());
        return section(tree, mandatory ? List.of("object") : List.of("object", "null"));
    }

    /** One value alone is a list of one. */
    private static ObjectNode list(ObjectNode item) {
        ObjectNode one = either(item);
        ObjectNode list = types(List.of("array"));
        list.set("items", one.deepCopy());
        return anyOf(one, list);
    }

    /** Editors that follow YAML 1.1 take on and off for true and false. */
    private static ObjectNode words(ConfigKey key) {
        ObjectNode schema = NODES.objectNode();
        ArrayNode words = schema.putArray("enum");
        key.words().forEach(words::add);
        if (key.words().contains("true") || key.words().contains("on")) {
            words.add(true).add(false);
        } else if (key.words().contains("off")) {
            words.add(false);
        }
        return schema;
    }

    private static ObjectNode number(ConfigKey key, String type) {
        ObjectNode schema = types(List.of(type));
        if (key.bounded() && type.equals("integer")) {
            schema.put("minimum", (long) key.min()).put("maximum", (long) key.max());
        } else if (key.bounded()) {
            schema.put("minimum", key.min()).put("maximum", key.max());
        }
        return schema;
    }

    private static ObjectNode pattern(String whole) {
        return types(List.of("string")).put("pattern", "^(" + whole + ")$");
    }

    private static ObjectNode types(List<String> types) {
        ObjectNode schema = NODES.objectNode();
        if (types.size() == 1) {
            return schema.put("type", types.get(0));
        }
        ArrayNode all = schema.putArray("type");
        types.forEach(all::add);
        return schema;
    }

    /** A value, or a reference that stands for it. */
    private static ObjectNode either(ObjectNode... values) {
        ObjectNode schema = anyOf(values);
        ((ArrayNode) schema.get("anyOf")).addObject().put("$ref", "#/definitions/" + REFERENCE);
        return schema;
    }

    private static ObjectNode anyOf(ObjectNode... choices) {
        ObjectNode schema = NODES.objectNode();
        ArrayNode all = schema.putArray("anyOf");
        for (ObjectNode choice : choices) {
            all.add(choice);
        }
        return schema;
    }
}
