package io.sidetone.tools.chat;

import java.util.Map;

/**
 * With whom is talked, and as whom.
 *
 * @param agent name of the agent
 * @param variables of the call
 * @param from the caller's number
 * @param to the called number
 * @param interactive whether a person types: lines are taken as they come, also while the agent speaks
 */
public record ChatOptions(String agent, Map<String, String> variables, String from, String to, boolean interactive) {}
