package io.sidetone.config.binding;

import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.Interpolator;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.TreeReader;
import io.sidetone.config.schema.ValueType;
import io.sidetone.config.yaml.YamlNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Texts by name, such as {@code engines.NAME.options}, to annotated records. Stateless. */
public final class OptionReader {
    private static final Path NO_FOLDER = Path.of("");

    private OptionReader() {}

    /**
     * Returns {@code usual} with what {@code texts} says in place of its own. Texts of a list are separated by commas.
     *
     * @param path of the texts in the configuration
     * @param lines the line of each text in the file, for errors; may be empty
     * @throws IllegalArgumentException for unknown names and wrong values, of which the message lists all, and for what the record
     *     refuses beyond that; with paths and lines
     */
    public static <T extends Record> T read(
            String path, Map<String, String> texts, Map<String, Integer> lines, T usual) {
        List<ConfigKey> keys =
                RecordKeys.of("", usual).stream().map(key -> key.at(key.name())).toList();
        Problems problems = new Problems();
        TreeReader reader = new TreeReader(KeyTree.of(keys), new Interpolator(name -> null, NO_FOLDER), problems);
        RecordBinder binder = new RecordBinder(reader.read(nodes(keys, texts, lines), path), problems, NO_FOLDER);
        try {
            problems.throwIfAny(path);
        } catch (ConfigException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
        return binder.bind(path, usual);
    }

    private static YamlNode.Mapping nodes(List<ConfigKey> keys, Map<String, String> texts, Map<String, Integer> lines) {
        Map<String, YamlNode> nodes = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            int line = lines.getOrDefault(name, YamlNode.NO_LINE);
            nodes.put(
                    name,
                    keys.stream()
                            .filter(key -> key.name().equals(name))
                            .findFirst()
                            .map(key -> node(key.type(), text.strip(), line))
                            .orElseGet(() -> scalar(text, line)));
        });
        return new YamlNode.Mapping(nodes, YamlNode.NO_LINE);
    }

    private static YamlNode node(ValueType type, String text, int line) {
        return switch (type) {
            case TEXTS ->
                new YamlNode.Sequence(
                        Stream.of(text.split(","))
                                .map(String::strip)
                                .filter(word -> !word.isEmpty())
                                .map(word -> scalar(word, line))
                                .toList(),
                        line);
            case WORD -> scalar(text.toLowerCase(Locale.ROOT).replace('_', '-'), line);
            default -> scalar(text, line);
        };
    }

    /** References were replaced when the file was read. */
    private static YamlNode scalar(String text, int line) {
        return new YamlNode.Scalar(Interpolator.escape(text), line, true);
    }
}
