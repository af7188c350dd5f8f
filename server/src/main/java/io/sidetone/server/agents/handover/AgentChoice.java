package io.sidetone.server.agents.handover;

/**
 * Agent that is to take a call, and in which way.
 *
 * @param agent name of an agent
 * @param policy name of a policy in place of the agent's, or empty
 * @param voice of its services in place of theirs, or empty
 * @param language of its services in place of theirs, or empty
 */
public record AgentChoice(String agent, String policy, String voice, String language) {
    /** Returns the wish for an agent, in its own language where {@code language} is empty. */
    public static AgentChoice spoken(String agent, String language) {
        return new AgentChoice(agent, "", "", language);
    }

    /** Returns whether the agent speaks with its own voice, in its own language. */
    public boolean speaksAsEver() {
        return voice.isEmpty() && language.isEmpty();
    }

    /** Returns the same wish with the agent's own policy. */
    public AgentChoice withoutPolicy() {
        return new AgentChoice(agent, "", voice, language);
    }
}
