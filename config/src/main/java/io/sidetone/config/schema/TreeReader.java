package io.sidetone.config.schema;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.AddressBlock;
import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.DataTree;
import io.sidetone.config.value.UrlMask;
import io.sidetone.config.yaml.YamlNode;
import io.sidetone.core.net.Cidr;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Walks the nodes of a file along the registry: unknown keys and wrong values become problems, the rest typed values. */
public final class TreeReader {
    /** Form that names that users choose may have. */
    public static final String NAME_RULE = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}";

    private final KeyTree keys;
    private final Interpolator interpolator;
    private final Problems problems;
    private final Values values = new Values();

    /** Creates a reader of files that have {@code keys}; it reports to {@code problems}. */
    public TreeReader(KeyTree keys, Interpolator interpolator, Problems problems) {
        this.keys = keys;
        this.interpolator = interpolator;
        this.problems = problems;
    }

    /** Reads {@code root}; every key that the file leaves out has its default afterwards. */
    public Values read(YamlNode.Mapping root) {
        return read(root, "");
    }

    /** The same for a part of a file that stands at {@code path}. */
    public Values read(YamlNode.Mapping part, String path) {
        section(keys, part, path);
        return values;
    }

    private void section(KeyTree tree, YamlNode node, String path) {
        Map<String, YamlNode> entries = Map.of();
        if (node instanceof YamlNode.Mapping mapping) {
            entries = mapping.entries();
        } else if (node != null && !empty(node)) {
            problems.add(
                    path,
                    "is a " + kind(node) + " (line " + node.line() + "), not a section",
                    "write keys below it: " + String.join(", ", tree.children().keySet()));
            values.markInvalid(path);
        }
        for (Map.Entry<String, YamlNode> entry : entries.entrySet()) {
            if (tree.child(entry.getKey()) == null) {
                unknown(
                        tree,
                        join(path, entry.getKey()),
                        entry.getKey(),
                        entry.getValue().line());
            }
        }
        for (KeyTree child : tree.children().values()) {
            String name = child.key().name();
            below(child, entries.get(name), join(path, name));
        }
    }

    private void below(KeyTree tree, YamlNode node, String path) {
        if (node != null) {
            values.markGiven(path);
        }
        switch (tree.key().type()) {
            case SECTION -> section(tree, node, path);
            case MAP -> map(tree, node, path);
            case LIST -> list(tree, node, path);
            default -> leaf(tree.key(), node, path);
        }
    }

    private void map(KeyTree tree, YamlNode node, String path) {
        if (node == null || empty(node)) {
            return;
        }
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problems.add(
                    path,
                    "is a " + kind(node) + " (line " + node.line() + "), not a map of names",
                    "write NAME: below it");
            values.markInvalid(path);
            return;
        }
        mapping.entries().forEach((name, value) -> {
            if (!name.matches(NAME_RULE)) {
                problems.add(
                        join(path, name),
                        "is not a name",
                        "use up to 64 letters, digits, '-' and '_', a letter or digit first");
                values.markInvalid(join(path, name));
                return;
            }
            values.addName(path, name);
            section(tree.child(KeyTree.ANY), value, join(path, name));
        });
    }

    private void list(KeyTree tree, YamlNode node, String path) {
        if (node == null || empty(node)) {
            return;
        }
        if (!(node instanceof YamlNode.Sequence sequence)) {
            problems.add(
                    path,
                    "is a " + kind(node) + " (line " + node.line() + "), not a list",
                    "begin each entry with '- '");
            values.markInvalid(path);
            return;
        }
        values.size(path, sequence.items().size());
        for (int i = 0; i < sequence.items().size(); i++) {
            section(tree.child(KeyTree.ITEM), sequence.items().get(i), path + "[" + i + "]");
        }
    }

    private void leaf(ConfigKey key, YamlNode node, String path) {
        if (node == null) {
            absent(key, path);
            return;
        }
        try {
            values.put(
                    path,
                    switch (key.type()) {
                        case TEXTS -> texts(key, node, path);
                        case CIDRS -> blocks(key, node, path);
                        case PAIRS -> pairs(key, node, path);
                        case DATA -> data(key, node);
                        default -> scalar(key, node, path);
                    });
        } catch (BadValueException e) {
            wrong(path, node, e);
            absent(key, path);
        }
    }

    private void absent(ConfigKey key, String path) {
        if (key.required() && !values.invalid(path)) {
            problems.add(path, "is missing", "give it: " + key.reason());
            values.markInvalid(path);
        } else if (!key.derived() && !key.defaultText().isEmpty()) {
            values.put(path, defaultOf(key));
        }
    }

    private static Object defaultOf(ConfigKey key) {
        try {
            return ValueParser.parse(key, key.defaultText(), key.defaultText());
        } catch (BadValueException e) {
            throw new IllegalStateException("default of " + key.path() + ": " + e.getMessage(), e);
        }
    }

    /** References may be shown where the rest of the text is not secret. */
    private static String shown(String text, String written) {
        boolean onlyReferences =
                Interpolator.refers(written) && UrlMask.masked(written).equals(written);
        return onlyReferences && !UrlMask.masked(text).equals(text)
                ? written
                : Interpolator.escape(UrlMask.masked(text));
    }

    private Object scalar(ConfigKey key, YamlNode node, String path) throws BadValueException {
        if (!(node instanceof YamlNode.Scalar scalar)) {
            throw new BadValueException(
                    "is a " + kind(node) + ", not a " + key.type().label(), "write one value");
        }
        String text = interpolator.apply(scalar.text());
        if (key.type() == ValueType.URL) {
            values.show(path, shown(text, scalar.text()));
        }
        return ValueParser.parse(key, text, scalar.text());
    }

    private List<String> texts(ConfigKey key, YamlNode node, String path) throws BadValueException {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, YamlNode> item : items(key, node, path).entrySet()) {
            if (!(item.getValue() instanceof YamlNode.Scalar scalar)
                    || scalar.text().isEmpty()) {
                throw new BadValueException("holds something that is no text", "write [A, B]");
            }
            String text = interpolator.apply(scalar.text());
            if (!key.words().isEmpty() && texts.contains(ValueParser.word(key, text))) {
                throw new BadValueException("names '" + text + "' twice", "leave one of them out");
            }
            texts.add(text);
        }
        if (!key.words().isEmpty() && texts.isEmpty()) {
            throw new BadValueException("is empty", "name at least one of " + String.join(", ", key.words()));
        }
        return List.copyOf(texts);
    }

    private List<Cidr> blocks(ConfigKey key, YamlNode node, String path) throws BadValueException {
        List<Cidr> blocks = new ArrayList<>();
        for (Map.Entry<String, YamlNode> item : items(key, node, path).entrySet()) {
            try {
                if (!(item.getValue() instanceof YamlNode.Scalar scalar)) {
                    throw new BadValueException("is not a block of addresses", "write [203.0.113.0/24]");
                }
                blocks.add(AddressBlock.parse(interpolator.apply(scalar.text())));
            } catch (BadValueException e) {
                wrong(item.getKey(), item.getValue(), e);
                values.markInvalid(path);
            }
        }
        return List.copyOf(blocks);
    }

    /** A value alone is a list of one. */
    private static Map<String, YamlNode> items(ConfigKey key, YamlNode node, String path) throws BadValueException {
        Map<String, YamlNode> items = new LinkedHashMap<>();
        if (node instanceof YamlNode.Sequence sequence) {
            for (int i = 0; i < sequence.items().size(); i++) {
                items.put(path + "[" + i + "]", sequence.items().get(i));
            }
        } else if (node instanceof YamlNode.Scalar && !empty(node)) {
            items.put(path, node);
        } else {
            throw new BadValueException("is not a " + key.type().label(), "write [A, B], or [] for none");
        }
        return items;
    }

    /** References are replaced in the name of a file only: data is handed on as it stands. */
    private DataTree data(ConfigKey key, YamlNode node) throws BadValueException {
        if (node instanceof YamlNode.Mapping mapping) {
            return DataTree.of(mapping);
        }
        if (node instanceof YamlNode.Scalar scalar && !scalar.text().isEmpty()) {
            return DataTree.inFile(interpolator.apply(scalar.text()));
        }
        throw new BadValueException(
                "is a " + kind(node) + ", not a " + key.type().label(), "write it below the key, or name its file");
    }

    private Map<String, String> pairs(ConfigKey key, YamlNode node, String path) throws BadValueException {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            throw new BadValueException("is not a " + key.type().label(), "write NAME: VALUE below it");
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> entry : mapping.entries().entrySet()) {
            if (!(entry.getValue() instanceof YamlNode.Scalar scalar)) {
                throw new BadValueException(
                        "holds '" + entry.getKey() + "', which is no text", "write NAME: VALUE below it");
            }
            pairs.put(entry.getKey(), interpolator.apply(scalar.text()));
            lines.put(entry.getKey(), scalar.line());
        }
        values.lines(path, lines);
        return pairs;
    }

    private void wrong(String path, YamlNode node, BadValueException e) {
        problems.add(path, e.getMessage() + line(node.line()), e.remedy());
        values.markInvalid(path);
    }

    private static String line(int line) {
        return line == YamlNode.NO_LINE ? "" : " (line " + line + ")";
    }

    private void unknown(KeyTree tree, String path, String name, int line) {
        String remedy = Nearest.to(name, tree.children().keySet())
                .map(near -> "did you mean " + join(parent(path, name), near) + "?")
                .or(() -> keys.find(name).map(other -> "did you mean " + other + "?"))
                .orElseGet(() -> "remove it; known here: " + known(tree));
        problems.add(path, "is not a known key" + line(line), remedy);
    }

    private static String known(KeyTree tree) {
        return String.join(
                ", ",
                tree.children().values().stream()
                        .map(child -> child.key().name())
                        .toList());
    }

    private static String parent(String path, String name) {
        return path.length() == name.length() ? "" : path.substring(0, path.length() - name.length() - 1);
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static boolean empty(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty();
    }

    private static String kind(YamlNode node) {
        if (node instanceof YamlNode.Mapping) {
            return "section";
        }
        return node instanceof YamlNode.Sequence ? "list" : "value";
    }
}
