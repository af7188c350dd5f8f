package io.sidetone.core.port.plugin;

import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.action.ActionDefinition;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Decision of a router on what becomes of a call that rings. Immutable. */
public sealed interface Route {
    /**
     * An agent takes the call. What is empty stays as the configuration has it.
     *
     * @param agent who takes it, or empty for the agent that was found
     * @param variables values of names that this agent declares
     * @param prompt instructions for a model in place of the agent's, in which nothing is filled in
     * @param greeting first sentence in place of the agent's, likewise
     * @param policy a name of {@code policies}, or a profile
     * @param voice of the agent's services in place of theirs
     * @param language of the agent's services in place of theirs
     * @param tools actions that the agent has in this call beside its own; 20 at most
     */
    record Take(
            String agent,
            Map<String, String> variables,
            String prompt,
            String greeting,
            String policy,
            String voice,
            String language,
            List<Tool> tools)
            implements Route {
        /** The call is taken as the configuration says. */
        public static final Take AS_CONFIGURED = new Take("", Map.of(), "", "", "", "", "", List.of());

        /** Refuses null; copies the map and the list. */
        public Take {
            Objects.requireNonNull(agent, "agent");
            variables = Map.copyOf(variables);
            Objects.requireNonNull(prompt, "prompt");
            Objects.requireNonNull(greeting, "greeting");
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(voice, "voice");
            Objects.requireNonNull(language, "language");
            tools = List.copyOf(tools);
        }

        /** Returns this route to another agent. */
        public Take withAgent(String other) {
            return new Take(other, variables, prompt, greeting, policy, voice, language, tools);
        }

        /** Returns this route with other variables. */
        public Take withVariables(Map<String, String> other) {
            return new Take(agent, other, prompt, greeting, policy, voice, language, tools);
        }

        /** Returns this route with another prompt. */
        public Take withPrompt(String other) {
            return new Take(agent, variables, other, greeting, policy, voice, language, tools);
        }

        /** Returns this route with another greeting. */
        public Take withGreeting(String other) {
            return new Take(agent, variables, prompt, other, policy, voice, language, tools);
        }

        /** Returns this route with another policy. */
        public Take withPolicy(String other) {
            return new Take(agent, variables, prompt, greeting, other, voice, language, tools);
        }

        /** Returns this route with another voice and another language. */
        public Take withSpeech(String otherVoice, String otherLanguage) {
            return new Take(agent, variables, prompt, greeting, policy, otherVoice, otherLanguage, tools);
        }

        /** Returns this route with other tools. */
        public Take withTools(List<Tool> other) {
            return new Take(agent, variables, prompt, greeting, policy, voice, language, other);
        }
    }

    /**
     * Nobody takes the call.
     *
     * @param status of SIP, 400 to 699
     * @param reason in printable ASCII, 100 characters at most, or empty for that of the status
     */
    record Refuse(int status, String reason) implements Route {
        /** Refuses null. */
        public Refuse {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * The caller's side is told to call somebody else (302).
     *
     * @param target a {@code sip:} or {@code tel:} address
     */
    record Redirect(String target) implements Route {
        /** Refuses null. */
        public Redirect {
            Objects.requireNonNull(target, "target");
        }
    }

    /**
     * An action of one call.
     *
     * @param definition what the model is shown
     * @param handler carries it out, as an {@link ActionPlugin} does
     */
    record Tool(ActionDefinition definition, ActionHandler handler) {
        /** Refuses null. */
        public Tool {
            Objects.requireNonNull(definition, "definition");
            Objects.requireNonNull(handler, "handler");
        }
    }
}
