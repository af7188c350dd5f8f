package io.sidetone.config.schema;

import static io.sidetone.config.schema.ValueType.SECTION;
import static io.sidetone.config.schema.ValueType.TEXT;

import java.util.List;

/** The keys of plugins and of what they bring. */
public final class PluginKeys {
    private PluginKeys() {}

    /** Adds them. */
    public static void addTo(List<ConfigKey> keys) {
        keys.add(ConfigKey.of(
                        "plugins",
                        TEXT,
                        "folder",
                        "What is loaded besides this program, with all that a server may do: each JAR in the folder is a plugin,"
                                + " and each folder of JARs in it. A path starts from the folder of this file.")
                .derived("nothing is loaded")
                .example("/usr/lib/sidetone/plugins"));
        keys.add(ConfigKey.of("vad", SECTION, "-", "Sources of speech evidence that policies can name."));
    }
}
