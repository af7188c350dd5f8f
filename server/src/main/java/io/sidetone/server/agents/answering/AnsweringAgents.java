package io.sidetone.server.agents.answering;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.agents.handover.AgentChoice;
import java.util.Set;

/** The agents of the present configuration, as far as a call that rings needs them. Thread-safe. */
public interface AnsweringAgents {
    /**
     * Returns who is asked about a call: of its trunk, else of its agent.
     *
     * @param trunk name of the trunk, or null
     * @param agent name of the agent that was found, or null
     */
    Decider asked(String trunk, String agent);

    /** Returns {@code own} as actions that can be carried out. */
    ActionInvoker actions(ActionRegistry own);

    /** Returns the names of the variables that {@code agent} declares. */
    Set<String> variables(String agent);

    /**
     * Returns the plan of an agent, or null where there is none of that name. May take a while.
     *
     * @throws IllegalArgumentException when the wish cannot be fulfilled; says why
     */
    CallPlan plan(AgentChoice wish);
}
