package io.sidetone.transport.vip.action;

import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretPlaceholders;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Actions that the client of one session can do, as its registry stands at that moment. What is not registered or does not fit its schema
 * never leaves (VIP-10). Thread-safe.
 */
public final class ClientActions implements ActionInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(ClientActions.class);

    private final ClientLink client;
    private final Executor checks;
    private volatile ClientRegistry registry = ClientRegistry.EMPTY;

    /**
     * Creates the actions of a session.
     *
     * @param client carries the client's actions out
     * @param checks threads on which parameters are checked; may reject
     */
    public ClientActions(ClientLink client, Executor checks) {
        this.client = client;
        this.checks = checks;
    }

    /** From now on {@code next} is what the client can do. */
    public void replace(ClientRegistry next) {
        registry = next;
    }

    /** Names that a client cannot give to its own actions, where {@code agent} has these. */
    public static Set<String> reserved(ActionInvoker agent) {
        Set<String> names = new TreeSet<>(Set.of(ActionCall.HANG_UP));
        agent.definitions().forEach(definition -> names.add(definition.name()));
        return names;
    }

    /** As {@link ActionInvoker#invoke}; a client gets no secret keys. */
    @Override
    public void invoke(CallContext context, ActionCall asked, Consumer<ActionResult> answer) {
        ActionCall call = SecretPlaceholders.shown(asked);
        checked(call, answer, () -> client.invoke(call, answer));
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        checked(call, answer, () -> answer.accept(ActionResult.ok(call.invocationId(), null)));
    }

    private void checked(ActionCall call, Consumer<ActionResult> answer, Runnable valid) {
        try {
            checks.execute(() -> guarded(call, answer, valid));
        } catch (RejectedExecutionException full) {
            answer.accept(failure(call, "too many actions at once"));
        }
    }

    private void guarded(ActionCall call, Consumer<ActionResult> answer, Runnable valid) {
        Optional<ActionResult> refusal;
        try {
            refusal = registry.refusal(call);
        } catch (RuntimeException | StackOverflowError fault) {
            LOG.warn("The parameters of the client's action {} cannot be checked", call.action(), fault);
            refusal = Optional.of(failure(call, "its parameters cannot be checked"));
        }
        if (refusal.isPresent()) {
            answer.accept(refusal.get());
        } else {
            valid.run();
        }
    }

    private static ActionResult failure(ActionCall call, String why) {
        return ActionResult.failure(call.invocationId(), ActionResult.FAILED, why);
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        client.cancel(invocationId);
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        ActionDefinition terms = registry.definition(call.action());
        if (terms == null) {
            return call;
        }
        return new ActionCall(
                call.invocationId(),
                call.action(),
                call.parameters(),
                call.afterSpeech() || terms.afterSpeech(),
                terms.followUp(),
                terms.deadlineMs());
    }

    @Override
    public List<ActionDefinition> definitions() {
        return registry.definitions();
    }
}
