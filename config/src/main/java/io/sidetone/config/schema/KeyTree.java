package io.sidetone.config.schema;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The registry's keys as the tree that a file has. Immutable once built. */
public final class KeyTree {
    /** Stands for a name that the user chooses. */
    public static final String ANY = "*";
    /** Stands for each entry of a list. */
    public static final String ITEM = "[]";

    private final ConfigKey key;
    private final Map<String, KeyTree> children = new LinkedHashMap<>();

    private KeyTree(ConfigKey key) {
        this.key = key;
    }

    /** Builds the tree; a key's section must come before it. */
    public static KeyTree of(List<ConfigKey> keys) {
        KeyTree root = new KeyTree(ConfigKey.of("", ValueType.SECTION, "-", "the whole file"));
        for (ConfigKey key : keys) {
            KeyTree at = root;
            String[] parts = key.path().replace("[]", ".[]").split("\\.");
            for (int i = 0; i < parts.length - 1; i++) {
                at = at.children.get(parts[i]);
                if (at == null) {
                    throw new IllegalStateException("key " + key.path() + " stands before its section " + parts[i]);
                }
            }
            KeyTree leaf = new KeyTree(key);
            at.children.put(parts[parts.length - 1], leaf);
            if (key.type() == ValueType.MAP) {
                leaf.children.put(ANY, new KeyTree(section(key.path() + "." + ANY)));
            } else if (key.type() == ValueType.LIST) {
                leaf.children.put(ITEM, new KeyTree(section(key.path() + ITEM)));
            }
        }
        return root;
    }

    private static ConfigKey section(String path) {
        return ConfigKey.of(path, ValueType.SECTION, "-", "one entry");
    }

    /** Returns the key that stands here. */
    public ConfigKey key() {
        return key;
    }

    /** Returns what may stand below, by name. */
    public Map<String, KeyTree> children() {
        return Collections.unmodifiableMap(children);
    }

    /** Returns what may stand below {@code name}, or null. */
    public KeyTree child(String name) {
        return children.get(name);
    }

    /** Returns the shortest path of a key called {@code name} in this tree. */
    Optional<String> find(String name) {
        if (key.name().equals(name)) {
            return Optional.of(key.path());
        }
        return children.values().stream()
                .flatMap(child -> child.find(name).stream())
                .min(Comparator.comparingInt(String::length));
    }
}
