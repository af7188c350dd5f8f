package io.sidetone.core.port.plugin;

import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.function.Supplier;

/**
 * A plugin that decides what agents say and do.
 *
 * @param <O> its options
 */
public non-sealed interface DialoguePlugin<O extends Record> extends Plugin<O, DialoguePlugin.Engine> {
    /** An open engine, which several agents may use. */
    interface Engine extends PluginEngine {
        /** Returns the model as {@code agent} uses it; quick. Asked before the agent's calls, perhaps more than once. */
        DialogueModel of(Agent agent);
    }

    /**
     * An agent as the configuration describes it.
     *
     * @param name of the agent
     * @param prompt how it shall be, before it is filled for a call
     * @param greeting what it says first, likewise; empty when the model chooses
     * @param texts fill both for a call
     * @param actions what it may ask for at present; a new list each time
     */
    record Agent(
            String name, String prompt, String greeting, CallTexts texts, Supplier<List<ActionDefinition>> actions) {
        /** Returns the prompt with what is known of {@code call}. */
        public String prompt(CallContext call) {
            return texts.prompt(CallTemplate.of(prompt), call.subject(), "");
        }

        /** Returns the greeting with what is known of {@code call}. */
        public String greeting(CallContext call) {
            return texts.spoken(CallTemplate.of(greeting), call.subject());
        }
    }
}
