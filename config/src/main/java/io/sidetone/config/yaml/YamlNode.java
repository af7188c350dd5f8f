package io.sidetone.config.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One node of a YAML document. Scalars keep the text as written: {@code +4930} stays a telephone number and
 * {@code 0123} does not become octal; the key it stands at decides what it is.
 */
public sealed interface YamlNode {
    /** The line of a node that is in no file. */
    int NO_LINE = 0;

    /** Returns the line the node begins on, from 1, or {@link #NO_LINE}. */
    int line();

    /**
     * Text.
     *
     * @param text as written, quotes removed
     * @param line where it stands
     * @param plain whether it stands without quotes, so that it may mean a number, true or false
     */
    record Scalar(String text, int line, boolean plain) implements YamlNode {}

    /**
     * A list.
     *
     * @param items in order
     * @param line where it begins
     */
    record Sequence(List<YamlNode> items, int line) implements YamlNode {
        /** Copies the list. */
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /**
     * Named nodes.
     *
     * @param entries in the order of the file
     * @param line where it begins
     */
    record Mapping(Map<String, YamlNode> entries, int line) implements YamlNode {
        /** Copies the map. */
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }
}
