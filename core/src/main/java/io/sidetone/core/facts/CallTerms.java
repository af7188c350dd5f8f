package io.sidetone.core.facts;

import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Objects;

/**
 * Terms of our own side for one call in place of an agent's texts, and what it lets the call do: the answer webhook or a router decided
 * it. Plain text, in which nothing is filled in.
 *
 * @param prompt instructions for a model in place of the agent's, or empty
 * @param greeting first sentence in place of the agent's, or empty
 * @param tools actions that the agent has in this call beside its own
 */
public record CallTerms(String prompt, String greeting, List<ActionDefinition> tools) {
    /** The agent's own texts. */
    public static final CallTerms NONE = new CallTerms("", "", List.of());

    /** Copies the list. */
    public CallTerms {
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(greeting, "greeting");
        tools = List.copyOf(tools);
    }
}
