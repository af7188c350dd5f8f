package io.sidetone.server.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.Secret;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.ActionRegistry;
import io.sidetone.server.actions.webhook.WebhookAction;
import io.sidetone.server.actions.webhook.WebhookSettings;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.speech.net.AddressPrefix;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes actions of the tools that an answer webhook gives a call, with the signature of that webhook. Stateless. */
final class CallTools {
    private static final int RETRIES = 2;
    private static final int MAX_CONCURRENT = 8;
    private static final int MAX_RESPONSE_BYTES = 64 << 10;

    private CallTools() {}

    /**
     * Returns them.
     *
     * @param taken names of actions that the agent has already
     */
    static ActionRegistry registered(
            List<CallTool> tools, OnCallConfig asked, List<ActionDefinition> taken, WebhookTransport transport)
            throws UnusableReplyException {
        URI at = asked.toolsAt()
                .orElseThrow(() -> new UnusableReplyException(
                        "it gives tools, and on-call.tools-at does not say where tools may lie"));
        AddressPrefix allowed = AddressPrefix.of(at.toString());
        Set<String> names = taken.stream().map(ActionDefinition::name).collect(Collectors.toSet());
        Problems problems = new Problems();
        ActionRegistry registry = new ActionRegistry();
        for (CallTool tool : tools) {
            String name = tool.definition().name();
            if (!names.add(name)) {
                throw new UnusableReplyException("the agent, or the answer, has the tool '" + name + "' already");
            }
            WebhookSettings settings = new WebhookSettings(
                    name,
                    tool.under(allowed),
                    tool.timeout(),
                    RETRIES,
                    asked.key().map(Secret::value),
                    MAX_CONCURRENT,
                    MAX_RESPONSE_BYTES);
            registry.register("tools", tool.definition(), new WebhookAction(settings, transport), problems);
        }
        try {
            problems.throwIfAny("on-call");
        } catch (ConfigException wrong) {
            throw new UnusableReplyException(wrong.getMessage());
        }
        return registry;
    }
}
