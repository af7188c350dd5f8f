package io.sidetone.config.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.config.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Data that is passed on as it was written, or the name of its file: maps, lists, texts, numbers, true and false.
 *
 * @param file where the data stands; empty when it stands here
 * @param entries the data; empty when it is in a file
 */
public record DataTree(Optional<String> file, Map<String, Object> entries) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Data in a file. */
    public static DataTree inFile(String name) {
        return new DataTree(Optional.of(name), Map.of());
    }

    /** Data as it was written. */
    public static DataTree of(YamlNode.Mapping mapping) {
        return new DataTree(Optional.empty(), map(mapping));
    }

    private static Map<String, Object> map(YamlNode.Mapping mapping) {
        Map<String, Object> map = new LinkedHashMap<>();
        mapping.entries().forEach((name, node) -> map.put(name, value(node)));
        return Collections.unmodifiableMap(map);
    }

    private static Object value(YamlNode node) {
        if (node instanceof YamlNode.Mapping mapping) {
            return map(mapping);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            List<Object> items = new ArrayList<>();
            sequence.items().forEach(item -> items.add(value(item)));
            return Collections.unmodifiableList(items);
        }
        YamlNode.Scalar scalar = (YamlNode.Scalar) node;
        return scalar.plain() ? typed(scalar.text()) : scalar.text();
    }

    /** YAML 1.2's reading of a plain scalar; what it does not know stays a text. */
    private static Object typed(String text) {
        if (text.isEmpty() || text.equals("null") || text.equals("~")) {
            return null;
        }
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        if (text.matches("-?(0|[1-9][0-9]{0,17})")) {
            return Long.parseLong(text);
        }
        return text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")
                ? (Object) Double.parseDouble(text)
                : text;
    }

    /** Returns the data as JSON, which is YAML too. */
    public String json() {
        try {
            return JSON.writeValueAsString(entries);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain data is always JSON", e);
        }
    }
}
