package io.sidetone.server.agents.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.webhook.WebhookTransport;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes actions of the tools that whoever was asked about a call gives it. Stateless. */
final class CallTools {
    private CallTools() {}

    /**
     * Returns them.
     *
     * @param taken names of actions that the agent has already
     */
    static ActionRegistry registered(
            List<? extends CallTool> tools,
            OnCallConfig asked,
            List<ActionDefinition> taken,
            WebhookTransport transport)
            throws UnusableReplyException {
        Set<String> names = taken.stream().map(ActionDefinition::name).collect(Collectors.toSet());
        Problems problems = new Problems();
        ActionRegistry registry = new ActionRegistry();
        for (CallTool tool : tools) {
            String name = tool.definition().name();
            if (!names.add(name)) {
                throw new UnusableReplyException("the agent, or the answer, has the tool '" + name + "' already");
            }
            registry.register("tools", tool.definition(), tool.handler(asked, transport), problems);
        }
        try {
            problems.throwIfAny("on-call");
        } catch (ConfigException wrong) {
            throw new UnusableReplyException(wrong.getMessage());
        }
        return registry;
    }
}
