package io.sidetone.speech.dialogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The schema of an action as every model service takes it: references are replaced by what they point at, alternatives at the top level
 * by one object that has the properties of all. What cannot be said so stands in the description. Only what contains itself stays a
 * reference, into {@code $defs}. Stateless.
 */
public final class ModelSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REF = "$ref";
    private static final String DEFS = "$defs";
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";
    private static final String DESCRIPTION = "description";
    private static final Set<String> NAMED = Set.of(PROPERTIES, "patternProperties", "dependentSchemas");
    private static final Set<String> DEFINITIONS = Set.of(DEFS, "definitions");
    private static final Set<String> NESTED =
            Set.of(("allOf anyOf oneOf prefixItems items additionalProperties not if then else contains propertyNames"
                            + " unevaluatedProperties unevaluatedItems")
                    .split(" "));
    private static final Set<String> PLAIN =
            Set.of("type", PROPERTIES, REQUIRED, DESCRIPTION, DEFS, "title", "examples", "default");
    private static final int MOST_NODES = 20_000;

    private final Map<String, Object> root;
    private final List<String> under = new ArrayList<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Object> recursive = new LinkedHashMap<>();
    private int nodes;

    private ModelSchema(Map<String, Object> root) {
        this.root = root;
    }

    /**
     * Returns {@code schema} for models.
     *
     * @throws IllegalArgumentException where a reference points out of it or at nothing, or it would be far too large
     */
    public static Map<String, Object> of(Map<String, Object> schema) {
        ModelSchema reading = new ModelSchema(schema == null ? Map.of() : schema);
        Map<String, Object> flat = flat(reading.schema(reading.root));
        if (!reading.recursive.isEmpty()) {
            flat.put(DEFS, reading.recursive);
        }
        return flat;
    }

    // ---- references -------------------------------------------------------------------------------------------------

    private Object any(Object value) {
        if (value instanceof Map<?, ?> schema) {
            return schema(schema);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::any).toList();
        }
        return value;
    }

    private Map<String, Object> schema(Map<?, ?> schema) {
        if (++nodes > MOST_NODES) {
            throw new IllegalArgumentException("its references make it far too large");
        }
        Map<String, Object> made = new LinkedHashMap<>();
        if (schema.get(REF) instanceof String to) {
            made.putAll(target(to));
        }
        schema.forEach((key, value) -> {
            String keyword = String.valueOf(key);
            if (NAMED.contains(keyword) && value instanceof Map<?, ?> named) {
                made.put(keyword, each(named));
            } else if (NESTED.contains(keyword)) {
                made.put(keyword, any(value));
            } else if (!DEFINITIONS.contains(keyword) && !(keyword.equals(REF) && value instanceof String)) {
                made.put(keyword, value);
            }
        });
        return made;
    }

    private Map<String, Object> each(Map<?, ?> named) {
        Map<String, Object> made = new LinkedHashMap<>();
        named.forEach((name, value) -> made.put(String.valueOf(name), any(value)));
        return made;
    }

    private Map<String, Object> target(String to) {
        Object found = find(to);
        if (!(found instanceof Map<?, ?> schema)) {
            throw new IllegalArgumentException("$ref '" + to + "' points at nothing");
        }
        String unique = names.computeIfAbsent(to, this::unique);
        if (under.contains(to)) {
            recursive.putIfAbsent(unique, null);
            return Map.of(REF, "#/" + DEFS + "/" + unique);
        }
        under.add(to);
        Map<String, Object> made = schema(schema);
        under.remove(to);
        if (recursive.containsKey(unique) && recursive.get(unique) == null) {
            recursive.put(unique, made);
        }
        return made;
    }

    private String unique(String to) {
        String name = to.replaceAll("^.*[/#]", "").replaceAll("[^A-Za-z0-9_.-]", "_");
        return (name.isEmpty() ? "self" : name) + (names.containsValue(name) ? "_" + names.size() : "");
    }

    private Object find(String to) {
        if (!to.startsWith("#")) {
            throw new IllegalArgumentException("$ref '" + to + "' points out of the schema");
        }
        String pointer = URLDecoder.decode(to.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
        Object at = root;
        for (String part : pointer.isEmpty()
                ? new String[0]
                : pointer.replaceFirst("^/", "").split("/", -1)) {
            at = member(at, part.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    private static Object member(Object of, String key) {
        if (of instanceof List<?> list) {
            boolean there = key.matches("\\d{1,4}") && Integer.parseInt(key) < list.size();
            return there ? list.get(Integer.parseInt(key)) : null;
        }
        return of instanceof Map<?, ?> map ? map.get(key) : null;
    }

    // ---- the top level ----------------------------------------------------------------------------------------------

    /** Services take one object at the top level, without alternatives. */
    private static Map<String, Object> flat(Map<String, Object> schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        Map<String, Object> rules = new LinkedHashMap<>();
        gather(schema, properties, required);
        schema.forEach((keyword, value) -> {
            boolean plain = PLAIN.contains(keyword)
                    || keyword.equals("additionalProperties") && value instanceof Boolean
                    || keyword.equals("allOf")
                    || keyword.startsWith("$");
            if (!plain) {
                rules.put(keyword, value);
            }
        });
        Map<String, Object> flat = new LinkedHashMap<>();
        flat.put("type", "object");
        String description = schema.get(DESCRIPTION) instanceof String text ? text : "";
        if (!rules.isEmpty()) {
            description = (description + " The parameters must also fit this JSON Schema: " + json(rules)).strip();
        }
        if (!description.isEmpty()) {
            flat.put(DESCRIPTION, description);
        }
        flat.put(PROPERTIES, properties);
        if (!required.isEmpty()) {
            flat.put(REQUIRED, required.stream().distinct().toList());
        }
        if (schema.get("additionalProperties") instanceof Boolean additional) {
            flat.put("additionalProperties", additional);
        }
        return flat;
    }

    private static void gather(Map<?, ?> schema, Map<String, Object> properties, List<Object> required) {
        if (schema.get(PROPERTIES) instanceof Map<?, ?> own) {
            own.forEach((name, value) -> properties.putIfAbsent(String.valueOf(name), value));
        }
        if (schema.get(REQUIRED) instanceof List<?> names) {
            required.addAll(names);
        }
        if (schema.get("allOf") instanceof List<?> all) {
            all.forEach(part -> gather(part instanceof Map<?, ?> map ? map : Map.of(), properties, required));
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            if (schema.get(keyword) instanceof List<?> choices) {
                alternatives(choices, properties, required);
            }
        }
    }

    /** Of alternatives a model sees all properties, and must give those that each of them requires. */
    private static void alternatives(List<?> choices, Map<String, Object> properties, List<Object> required) {
        Map<String, List<Object>> forms = new LinkedHashMap<>();
        List<Object> common = null;
        for (Object choice : choices) {
            Map<String, Object> own = new LinkedHashMap<>();
            List<Object> needs = new ArrayList<>();
            gather(choice instanceof Map<?, ?> map ? map : Map.of(), own, needs);
            own.forEach((name, value) -> {
                List<Object> known = forms.computeIfAbsent(name, key -> new ArrayList<>());
                if (!known.contains(value)) {
                    known.add(value);
                }
            });
            if (common == null) {
                common = needs;
            } else {
                common.retainAll(needs);
            }
        }
        forms.forEach((name, known) ->
                properties.putIfAbsent(name, known.size() == 1 ? known.get(0) : Map.of("anyOf", List.copyOf(known))));
        required.addAll(common == null ? List.of() : common);
    }

    private static String json(Map<String, Object> rules) {
        try {
            return JSON.writeValueAsString(rules);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
        }
    }
}
