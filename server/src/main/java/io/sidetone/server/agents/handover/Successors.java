package io.sidetone.server.agents.handover;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.EngineSet;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.turn.TurnPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The agents that take over calls from one agent, for calls of one rate. Immutable. */
final class Successors implements AgentDirectory {
    private final Map<AgentChoice, NextAgent> agents = new HashMap<>();

    /**
     * Opens what the agents of {@code plans} need for calls whose frames come and go at {@code mediaRateHz}; may take a while the first
     * time.
     *
     * @param keepsDialogue whether the sessions of the dialogue of an agent serve every language
     */
    Successors(Map<AgentChoice, CallPlan> plans, Predicate<String> keepsDialogue, int mediaRateHz) {
        plans.forEach((wish, plan) -> agents.put(
                wish,
                new Planned(plan.engines().at(mediaRateHz), plan, keepsDialogue.test(wish.agent()), mediaRateHz)));
    }

    @Override
    public boolean knows(String agent, String language) {
        return agents.containsKey(AgentChoice.spoken(agent, language));
    }

    @Override
    public NextAgent next(String agent, String language) {
        return agents.get(AgentChoice.spoken(agent, language));
    }

    private record Planned(EngineSet engines, CallPlan plan, boolean keepsDialogue, int mediaRateHz)
            implements NextAgent {
        @Override
        public Recognizer recognizer() {
            return engines.recognizer();
        }

        @Override
        public DialogueModel dialogue() {
            return engines.dialogue();
        }

        @Override
        public Synthesizer synthesizer() {
            return engines.synthesizer();
        }

        @Override
        public ActionInvoker actions() {
            return plan.actions();
        }

        @Override
        public boolean keepsDialogue() {
            return keepsDialogue;
        }

        @Override
        public TurnPolicy policy() {
            return plan.policy();
        }

        @Override
        public AgentDirectory agents() {
            return plan.others().apply(mediaRateHz);
        }
    }
}
