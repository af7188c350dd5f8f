package io.sidetone.tools.scenario.run;

import io.sidetone.config.agent.AgentConfig;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowDialogue;
import io.sidetone.speech.embedded.sphinx.GrammarSet;
import java.util.List;
import java.util.Map;

/**
 * Parts of an agent that are real in virtual time: its policy, its allow-list, and its dialogue where that is a flow.
 *
 * @param config of the agent
 * @param agents all that there are
 * @param policy how it takes turns; speech is found by the detector on the lane
 * @param flow what it says, or null where a service decides
 */
public record AgentParts(AgentConfig config, List<AgentConfig> agents, TurnPolicy policy, Flow flow) {
    private static final GrammarSet NO_GRAMMARS = new GrammarSet(Map.of(), Map.of(), Map.of());

    GrammarSet grammars() {
        return flow == null ? NO_GRAMMARS : flow.grammars();
    }

    /** Answers within the call of the lane that asks. */
    public FlowDialogue flowDialogue() {
        return new FlowDialogue(flow, config.greeting().orElse(""), config.texts(), Runnable::run);
    }
}
