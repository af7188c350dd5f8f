package io.sidetone.server.actions;

import io.sidetone.config.agent.HandOverConfig;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** To which agents, and in which languages, one agent may hand its calls over. Immutable. */
final class HandOverTargets {
    private static final String AGENT = "agent";
    private static final String LANGUAGE = "language";

    private final List<String> offered;
    private final List<String> agents;
    private final List<String> languages;

    HandOverTargets(HandOverConfig config) {
        offered = config.to();
        agents = List.copyOf(config.agents());
        languages = config.languages();
    }

    /** Returns whether nobody takes over, in no language. */
    boolean none() {
        return agents.isEmpty() && languages.isEmpty();
    }

    /** Returns the model's answer when {@code call} is a hand-over that is not allowed. */
    Optional<ActionResult> refusal(ActionCall call) {
        if (!call.handsOver()) {
            return Optional.empty();
        }
        String agent = call.text(AGENT);
        String language = call.text(LANGUAGE);
        if (agent.isEmpty() && language.isEmpty()) {
            return refused(call, "name an agent or a language: " + choice());
        }
        if (!agent.isEmpty() && !agents.contains(agent)) {
            return refused(call, "agent: nobody of that name takes over (hand-over.to of the agent); " + choice());
        }
        return language.isEmpty() || languages.contains(language)
                ? Optional.empty()
                : refused(call, "language: it is none of hand-over.languages of the agent; " + choice());
    }

    private static Optional<ActionResult> refused(ActionCall call, String why) {
        return Optional.of(ActionResult.failure(call.invocationId(), ActionResult.INVALID_PARAMETERS, why));
    }

    private String choice() {
        List<String> all = new ArrayList<>();
        if (!offered.isEmpty()) {
            all.add("agents are " + String.join(", ", offered));
        }
        if (!languages.isEmpty()) {
            all.add("languages are " + String.join(", ", languages));
        }
        return all.isEmpty() ? "there is none" : String.join("; ", all);
    }

    /** Returns whether a model may ask for it. */
    boolean offers() {
        return !offered.isEmpty() || !languages.isEmpty();
    }

    /** A model that knows the names need not guess. */
    ActionDefinition named(ActionDefinition definition) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (!offered.isEmpty()) {
            properties.put(AGENT, Map.of("type", "string", "enum", offered));
        }
        if (!languages.isEmpty()) {
            properties.put(LANGUAGE, Map.of("type", "string", "enum", languages));
        }
        if (definition.parameters().get("properties") instanceof Map<?, ?> all) {
            properties.put("note", all.get("note"));
        }
        return definition.withProperties(properties);
    }
}
