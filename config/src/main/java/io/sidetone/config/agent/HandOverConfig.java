package io.sidetone.config.agent;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whom an agent can give its calls to while they go on.
 *
 * @param to names of agents
 * @param languages in which an agent can go on
 * @param on whole utterances or keys, with the agent that takes the call then
 */
@Section("Whom the agent can give its calls to while they go on, and in which languages: the action hand_over."
        + " docs/hand-over.md.")
public record HandOverConfig(
        @Key(
                        unit = "names of agents",
                        why =
                                "Agents that the dialogue may hand its callers over to, each with its own prompt, actions, voice and"
                                        + " policy. The history of the call goes along.",
                        derived = "nobody",
                        example = "[sales, support]")
                List<String> to,
        @Key(
                        unit = "languages",
                        why =
                                "Languages that the dialogue may change to in a call, as the services of the engines name them. For"
                                        + " flows and for engines without languages declare an agent for each.",
                        derived = "none",
                        example = "[de, fr]")
                List<String> languages,
        @Key(
                        unit = "phrases or keys, and names of agents",
                        why =
                                "What hands the call over whatever the dialogue makes of it: a whole utterance of the caller, or what"
                                        + " he keys. Case and punctuation do not matter. The recognizer must be able to hear it.",
                        derived = "nothing",
                        example = "{\"0\": reception, \"the reception please\": reception}")
                Map<String, String> on) {
    /** Nobody takes over. */
    public static final HandOverConfig NONE = new HandOverConfig(List.of(), List.of(), Map.of());

    /** Copies the collections. */
    public HandOverConfig {
        to = List.copyOf(to);
        languages = List.copyOf(languages);
        on = Collections.unmodifiableMap(new LinkedHashMap<>(on));
    }

    /** Returns the names of all agents that may take over. */
    public Set<String> agents() {
        Set<String> agents = new LinkedHashSet<>(to);
        agents.addAll(on.values());
        return agents;
    }
}
