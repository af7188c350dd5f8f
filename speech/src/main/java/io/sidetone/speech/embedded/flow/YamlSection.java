package io.sidetone.speech.embedded.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A mapping of a YAML file while it is read. It keeps its path and the keys that were read, so that wrong and unknown
 * keys are reported with their path.
 */
final class YamlSection {
    private final JsonNode node;
    private final String path;
    private final List<String> problems;
    private final Set<String> known = new LinkedHashSet<>();

    YamlSection(JsonNode node, String path, List<String> problems) {
        this.path = path;
        this.problems = problems;
        if (!node.isObject() && !node.isMissingNode() && !node.isNull()) {
            problem("", "is not a mapping; write its keys below it, indented");
        }
        this.node = node.isObject() ? node : MissingNode.getInstance();
    }

    /** Reports {@code what}, which names the problem and its remedy, for {@code key}. */
    void problem(String key, String what) {
        problems.add(pathOf(key) + ": " + what);
    }

    String pathOf(String key) {
        return path.isEmpty() || key.isEmpty() ? path + key : path + "." + key;
    }

    boolean has(String key) {
        known.add(key);
        return node.has(key);
    }

    /** Returns the text of {@code key}, or empty. */
    String text(String key) {
        known.add(key);
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return "";
        }
        if (!value.isValueNode() || value.isNull()) {
            problem(key, "is not text; write it on the line of the key");
            return "";
        }
        return value.asText().strip().replaceAll("\\s+", " ");
    }

    /** Returns the text of {@code key}; a missing text is a problem. */
    String requiredText(String key, String remedy) {
        String text = text(key);
        if (text.isEmpty()) {
            problem(key, "is missing; " + remedy);
        }
        return text;
    }

    /** Returns one text, or a list of texts. */
    List<String> texts(String key) {
        known.add(key);
        JsonNode value = node.path(key);
        List<String> texts = new ArrayList<>();
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                if (value.get(i).isValueNode() && !value.get(i).isNull()) {
                    texts.add(value.get(i).asText().strip().replaceAll("\\s+", " "));
                } else {
                    problem(key + "[" + i + "]", "is not text; put quotes around a phrase that begins with [ or {");
                }
            }
        } else if (!value.isMissingNode()) {
            String text = text(key);
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    boolean flag(String key) {
        known.add(key);
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            problem(key, "\"" + value.asText() + "\" is neither true nor false; write one of them");
        }
        return value.asBoolean(false);
    }

    /** Returns the mapping of {@code key}, empty when absent. */
    YamlSection section(String key) {
        known.add(key);
        return new YamlSection(node.path(key), pathOf(key), problems);
    }

    /** Returns every key of this mapping with its mapping; for sections whose keys are names. */
    Map<String, YamlSection> sections() {
        Map<String, YamlSection> sections = new LinkedHashMap<>();
        node.properties().forEach(field -> {
            known.add(field.getKey());
            sections.put(field.getKey(), new YamlSection(field.getValue(), pathOf(field.getKey()), problems));
        });
        return sections;
    }

    /** Returns every key of this mapping; for sections whose keys are names. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        node.properties().forEach(field -> names.add(field.getKey()));
        known.addAll(names);
        return names;
    }

    /** Returns whether the value of {@code key} is a mapping. */
    boolean isSection(String key) {
        return node.path(key).isObject();
    }

    /** Reports the keys that were not read. */
    void finish() {
        node.properties().forEach(field -> {
            String key = field.getKey();
            if (!known.contains(key)) {
                problem(
                        key,
                        "is not a key here" + Nearest.remedy(key, known, "use one of " + String.join(", ", known)));
            }
        });
    }
}
