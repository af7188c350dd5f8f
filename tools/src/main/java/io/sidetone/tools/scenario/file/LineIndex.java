package io.sidetone.tools.scenario.file;

import io.sidetone.config.yaml.YamlNode;

/**
 * Places at which things stand in a file, by their paths such as {@code scenarios.book.caller[2].say}. Immutable.
 *
 * @param root the whole file
 */
public record LineIndex(YamlNode root) {
    /** Returns the line of what stands at {@code path}, or of the nearest thing around it that is in the file. */
    public int line(String path) {
        YamlNode at = root;
        for (String part : path.replace("[", ".[").split("\\.")) {
            YamlNode next = child(at, part);
            if (next == null) {
                break;
            }
            at = next;
        }
        return at.line();
    }

    /** Returns whether the file gives {@code path}. */
    boolean has(String path) {
        return node(path) != null;
    }

    /** Returns whether the file gives keys below {@code path}. */
    boolean hasSection(String path) {
        return node(path) instanceof YamlNode.Mapping;
    }

    private YamlNode node(String path) {
        YamlNode at = root;
        for (String part : path.replace("[", ".[").split("\\.")) {
            at = at == null ? null : child(at, part);
        }
        return at;
    }

    /** Returns the line in words, to be put behind a problem. */
    public String in(String path) {
        return " (line " + line(path) + ")";
    }

    private static YamlNode child(YamlNode node, String part) {
        if (node instanceof YamlNode.Mapping mapping) {
            return mapping.entries().get(part);
        }
        if (node instanceof YamlNode.Sequence sequence && part.startsWith("[")) {
            int index = Integer.parseInt(part.substring(1, part.length() - 1));
            return index < sequence.items().size() ? sequence.items().get(index) : null;
        }
        return null;
    }
}
