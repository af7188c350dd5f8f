package io.sidetone.core.port.plugin;

import io.sidetone.core.port.ActionHandler;
import java.util.Map;

/**
 * A plugin that carries out an action of agents.
 *
 * @param <O> its options
 */
public non-sealed interface ActionPlugin<O extends Record> extends Plugin<O, ActionPlugin.Engine> {
    /**
     * An open action. The parameters that it receives fit its {@link #parameters}; whether it is in time is the server's
     * care, as it is for other actions.
     */
    interface Engine extends ActionHandler, PluginEngine {
        /** Returns what the action does and when to use it, for the model; the configuration may say it otherwise. */
        String description();

        /**
         * Returns the JSON Schema 2020-12 of its parameters, of type object, as maps, lists, strings, numbers and booleans.
         */
        Map<String, Object> parameters();
    }
}
