package io.sidetone.server.agents.answering;

import io.sidetone.config.agent.OnCallConfig;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.server.actions.webhook.WebhookTransport;

/** An action that one call alone has. Immutable. */
sealed interface CallTool permits PostedTool, CallTool.Plugged {
    /** Tools of one call. */
    int MOST = 20;

    /** Returns what the model is shown. */
    ActionDefinition definition();

    /** Returns who carries it out, as far as {@code asked} allows it. */
    ActionHandler handler(OnCallConfig asked, WebhookTransport transport) throws UnusableReplyException;

    /**
     * A tool that a router carries out.
     *
     * @param definition what the model is shown
     * @param by carries it out
     */
    record Plugged(ActionDefinition definition, ActionHandler by) implements CallTool {
        @Override
        public ActionHandler handler(OnCallConfig asked, WebhookTransport transport) {
            return by;
        }
    }
}
