package io.sidetone.core.facts;

import java.util.Objects;

/**
 * What our own side says in one call in place of an agent's texts: the answer webhook decided it. Plain text, in which nothing is
 * filled in.
 *
 * @param prompt instructions for a model in place of the agent's, or empty
 * @param greeting first sentence in place of the agent's, or empty
 */
public record CallTerms(String prompt, String greeting) {
    /** The agent's own texts. */
    public static final CallTerms NONE = new CallTerms("", "");

    /** Refuses null. */
    public CallTerms {
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(greeting, "greeting");
    }
}
