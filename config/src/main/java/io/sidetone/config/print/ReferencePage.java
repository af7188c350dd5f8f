package io.sidetone.config.print;

import io.sidetone.config.KeyRegistry;
import io.sidetone.config.schema.ConfigKey;
import io.sidetone.config.schema.KeyTree;
import io.sidetone.config.schema.RunTimeKeys;
import io.sidetone.config.schema.ValueParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes config/reference.yaml: every key with its default, unit and reason, as a file that loads. */
public final class ReferencePage {
    private static final int WIDTH = 110;
    /** Names that stand for those the user chooses. */
    private static final Map<String, String> NAMES = Map.of(
            "engines",
            "embedded",
            "agents",
            "appointment-desk",
            "policies",
            "patient",
            "actions",
            "check_stock",
            "mcp",
            "shop");

    /** Maps whose example would start something that is not there. */
    private static final Set<String> COMMENTED = Set.of("actions", "mcp");

    /** Keys that the agent of the example needs although nothing else needs it. */
    private static final Set<String> OF_THE_EXAMPLE =
            Set.of("agents.*.recognizer", "agents.*.dialogue", "agents.*.synthesizer", "agents.*.flow");

    private final StringBuilder out = new StringBuilder(16_384);

    private ReferencePage() {}

    /** Returns the page. */
    public static String text() {
        ReferencePage page = new ReferencePage();
        page.comment("", "yaml-language-server: $schema=sidetone.schema.json");
        page.comment(
                "",
                "Every key of Sidetone's configuration: what it is for, its unit and its default. Copy what you"
                        + " need; a key that is left out has its default. Keys shown as comments have none, or one that"
                        + " depends on others.");
        page.comment(
                "",
                "${NAME} is an environment variable, ${NAME:-text} one with a default, ${file:PATH} the content of"
                        + " a file, $${ the characters themselves. Durations: 250ms, 30s, 5m, 1h. Sizes: 512B, 64KiB, 1MiB.");
        page.comment(
                "",
                "A reload (SIGHUP, systemctl reload) applies " + String.join(", ", RunTimeKeys.NAMES)
                        + ": engines and agents to new calls, policies to running ones too. A change of any other key"
                        + " waits for a restart.");
        page.children(KeyRegistry.tree(), "", false);
        return page.out.toString();
    }

    private void children(KeyTree tree, String indent, boolean commented) {
        for (KeyTree child : tree.children().values()) {
            node(child, indent, commented);
        }
    }

    private void node(KeyTree tree, String indent, boolean commented) {
        ConfigKey key = tree.key();
        if (indent.isEmpty()) {
            out.append('\n');
        }
        comment(indent, key.reason());
        switch (key.type()) {
            case SECTION -> {
                boolean active = !commented && hasDefault(tree);
                line(indent, active, key.name() + ":");
                children(tree, indent + "  ", !active);
            }
            case MAP -> {
                boolean shown = !commented && !COMMENTED.contains(key.path());
                line(indent, shown, key.name() + ":");
                line(indent + "  ", shown, NAMES.get(key.name()) + ":");
                children(tree.child(KeyTree.ANY), indent + "    ", !shown);
            }
            case LIST -> {
                comment(indent, "list; default: []");
                line(indent, false, key.name() + ":");
                line(indent + "  ", false, "-");
                children(tree.child(KeyTree.ITEM), indent + "    ", true);
            }
            default -> leaf(key, indent, commented);
        }
    }

    private static boolean hasDefault(KeyTree tree) {
        return tree.children().values().stream().anyMatch(child -> active(child.key()));
    }

    private static boolean active(ConfigKey key) {
        return !key.derived() && (key.required() || !key.defaultText().isEmpty());
    }

    private void leaf(ConfigKey key, String indent, boolean commented) {
        comment(indent, facts(key));
        String shown = active(key) && !key.required() ? key.defaultText() : key.example();
        if (OF_THE_EXAMPLE.contains(key.path())) {
            line(indent, !commented, key.name() + ": " + shown);
        } else {
            line(indent, active(key) && !commented, key.name() + ": " + (shown.isEmpty() ? key.defaultText() : shown));
        }
    }

    /** Unit, range, words and default on one line. */
    static String facts(ConfigKey key) {
        List<String> facts = new ArrayList<>();
        facts.add(
                key.unit().equals(key.type().label())
                        ? key.unit()
                        : key.unit() + " (" + key.type().label() + ")");
        if (key.bounded()) {
            facts.add(ValueParser.rangeText(key));
        }
        if (!key.words().isEmpty()) {
            facts.add("one of " + String.join(", ", key.words()));
        }
        if (key.required()) {
            facts.add("mandatory");
        } else {
            facts.add("default: " + (key.defaultText().isEmpty() ? "none" : key.defaultText()));
        }
        return String.join("; ", facts);
    }

    private void comment(String indent, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && indent.length() + line.length() + word.length() + 3 > WIDTH) {
                out.append(indent).append("# ").append(line).append('\n');
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        out.append(indent).append("# ").append(line).append('\n');
    }

    private void line(String indent, boolean active, String text) {
        out.append(indent).append(active ? "" : "#").append(text).append('\n');
    }
}
