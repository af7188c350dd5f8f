package io.sidetone.core.call.life;

import io.sidetone.core.conversation.Effects;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the actions of one call to their executor; what fails at once is answered like the rest. Lane thread only. */
final class ActionDispatch {
    private static final Logger LOG = LoggerFactory.getLogger(ActionDispatch.class);

    private final EngineInbox inbox;
    private final FaultGuard guard;
    private ActionInvoker invoker;
    private CallContext context;

    ActionDispatch(ServingAgent agent, EngineInbox inbox, FaultGuard guard) {
        this.inbox = inbox;
        this.guard = guard;
        serve(agent);
    }

    /** From now on the actions are those of {@code agent}. */
    void serve(ServingAgent agent) {
        invoker = agent.actions();
        context = agent.context();
    }

    void invoke(long token, ActionCall action) {
        try {
            invoker.invoke(context, action, result -> inbox.actionResult(token, action, 0, result));
        } catch (RuntimeException fault) {
            LOG.warn("Call {}: action {} failed", context.callId(), action.action(), fault);
            inbox.actionResult(token, action, 0, null);
        }
    }

    void check(long token, ActionCall action) {
        try {
            invoker.check(context, action, result -> inbox.actionResult(token, action, Effects.CHECKED, result));
        } catch (RuntimeException fault) {
            LOG.warn("Call {}: action {} cannot be checked", context.callId(), action.action(), fault);
            inbox.actionResult(token, action, Effects.CHECKED, null);
        }
    }

    void cancel(ActionCall action) {
        guard.safely(() -> invoker.cancel(context, action.invocationId()));
    }
}
