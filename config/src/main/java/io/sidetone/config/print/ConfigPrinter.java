package io.sidetone.config.print;

import io.sidetone.config.KeyRegistry;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.problem.Printable;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.ValueText;
import io.sidetone.config.schema.Values;
import java.util.List;
import java.util.Map;

/** Writes a configuration, every key with its concluded value, as YAML that loads again. Secrets are masked. */
public final class ConfigPrinter {
    /** Arguments of a program, of which some programs take secrets. */
    private static final String COMMAND = "command";

    private final Values values;
    private final StringBuilder out = new StringBuilder(4_096);

    private ConfigPrinter(Values values) {
        this.values = values;
    }

    /** Returns {@code loaded} as YAML. A secret shows the reference it came from, or a mask that will not load. */
    public static String print(LoadedConfig loaded) {
        ConfigPrinter printer = new ConfigPrinter(loaded.values());
        printer.out
                .append("# Concluded from ")
                .append(Printable.text(loaded.source()))
                .append('\n');
        printer.children(KeyRegistry.tree(), "", "");
        return printer.out.toString();
    }

    private void children(KeyTree tree, String path, String indent) {
        for (KeyTree child : tree.children().values()) {
            String name = child.key().name();
            node(child, path.isEmpty() ? name : path + "." + name, indent);
        }
    }

    private void node(KeyTree tree, String path, String indent) {
        ConfigKey key = tree.key();
        int before = out.length();
        switch (key.type()) {
            case SECTION -> {
                line(indent, key.name() + ":");
                int header = out.length();
                children(tree, path, indent + "  ");
                dropIfEmpty(before, header);
            }
            case MAP -> {
                line(indent, key.name() + ":");
                int header = out.length();
                for (String name : values.names(path)) {
                    line(indent + "  ", name + ":");
                    children(tree.child(KeyTree.ANY), path + "." + name, indent + "    ");
                }
                dropIfEmpty(before, header);
            }
            case LIST -> list(tree, path, indent);
            default -> {
                String shown = values.shown(path);
                Object value = values.raw(path);
                if (value instanceof Map || value instanceof List && key.name().equals(COMMAND)) {
                    value = FreeValues.masked(value);
                }
                if (value != null) {
                    line(indent, key.name() + ": " + (shown == null ? ValueText.of(value) : ValueText.written(shown)));
                }
            }
        }
    }

    private void list(KeyTree tree, String path, String indent) {
        int size = values.size(path);
        if (size == 0) {
            line(indent, tree.key().name() + ": []");
            return;
        }
        line(indent, tree.key().name() + ":");
        for (int i = 0; i < size; i++) {
            int start = out.length();
            children(tree.child(KeyTree.ITEM), path + "[" + i + "]", indent + "    ");
            out.setCharAt(start + indent.length() + 2, '-');
        }
    }

    private void dropIfEmpty(int before, int header) {
        if (out.length() == header) {
            out.setLength(before);
        }
    }

    private void line(String indent, String text) {
        out.append(indent).append(text).append('\n');
    }
}
