package io.sidetone.server.agents.plugin;

import io.sidetone.core.port.plugin.Connections;
import io.sidetone.core.port.plugin.PluginContext;
import java.util.Map;

/**
 * An entry of the configuration that names a plugin.
 *
 * @param plugin its name
 * @param path of the entry, for example {@code engines.tts}
 * @param model as the entry has it; empty without one
 * @param key a secret; empty without one
 * @param options names and texts
 * @param lines the line of each option in the file, for errors; may be empty
 */
public record PluginUse(
        String plugin, String path, String model, String key, Map<String, String> options, Map<String, Integer> lines) {
    /** Returns the path of a value that the plugin names. */
    String pathOf(String option) {
        boolean own = option.equals("model") || option.equals("key");
        return path + (own && !options.containsKey(option) ? "." : ".options.") + option;
    }

    /** Returns what the plugin receives; {@code connections} are of this entry. */
    PluginContext context(Connections connections) {
        return new Context(this, connections);
    }

    /** The key is not shown. */
    @Override
    public String toString() {
        return path + " by the plugin " + plugin;
    }

    private record Context(PluginUse use, Connections connections) implements PluginContext {
        @Override
        public String name() {
            return use.path().substring(use.path().indexOf('.') + 1);
        }

        @Override
        public String model() {
            return use.model();
        }

        @Override
        public String key() {
            return use.key();
        }

        @Override
        public String loggerName() {
            return "io.sidetone.plugin." + use.plugin();
        }

        @Override
        public long nowNs() {
            return System.nanoTime();
        }
    }
}
