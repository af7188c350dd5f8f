package io.sidetone.server.actions;

import io.sidetone.core.background.Background;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry at work: checks each call on threads of its own, then hands it to whoever carries it out. What is not
 * registered or does not fit its schema is answered here and never leaves (VIP-10).
 */
public final class RegisteredActions implements ActionInvoker, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredActions.class);
    private static final int THREADS = 2;
    private static final int WAITING = 4_096;

    private final ActionRegistry registry;
    private final ThreadPoolExecutor threads;
    private final Map<Key, Invocation> open = new ConcurrentHashMap<>();

    /** Opens the threads. */
    public RegisteredActions(ActionRegistry registry) {
        this(registry, Background.few("actions", THREADS, WAITING));
        threads.execute(registry::warm);
    }

    private RegisteredActions(ActionRegistry registry, ThreadPoolExecutor threads) {
        this.registry = registry;
        this.threads = threads;
    }

    /** Returns the actions of another registry, checked on the threads of this one. */
    public ActionInvoker of(ActionRegistry other) {
        return new RegisteredActions(other, threads);
    }

    /** One call's action from the lane's request to its answer. */
    private record Key(String callId, String invocationId) {}

    private static final class Invocation {
        volatile ActionHandler handler;
        volatile boolean cancelled;
    }

    @Override
    public void invoke(CallContext context, ActionCall asked, Consumer<ActionResult> answer) {
        SecretParameters secret = registry.secrets(context, asked);
        ActionCall call = secret.call();
        Key key = new Key(context.callId(), call.invocationId());
        Invocation invocation = new Invocation();
        open.put(key, invocation);
        Consumer<ActionResult> once = result -> {
            if (open.remove(key, invocation)) {
                answer.accept(secret.covered(result));
            } else {
                LOG.warn("Action {} answered twice", call.action());
            }
        };
        CallContext told = secret.any() ? context.reporting(secret.covered(context.progress())) : context;
        checked(secret, once, () -> {
            Optional<ActionHandler> handler = registry.handler(call.action());
            if (handler.isEmpty()) {
                once.accept(ActionRegistry.notRegistered(call));
                return;
            }
            invocation.handler = handler.get();
            if (invocation.cancelled) {
                once.accept(ActionResult.failure(
                        call.invocationId(), ActionResult.CANCELLED, "it was taken back before it began"));
            } else {
                handler.get().invoke(told, call, once);
            }
        });
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        Invocation invocation = open.get(new Key(context.callId(), invocationId));
        if (invocation != null) {
            invocation.cancelled = true;
            ActionHandler handler = invocation.handler;
            if (handler != null) {
                handler.cancel(context, invocationId);
            }
        }
    }

    @Override
    public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        checked(
                registry.secrets(context, call),
                answer,
                () -> answer.accept(ActionResult.ok(call.invocationId(), null)));
    }

    private void checked(SecretParameters secret, Consumer<ActionResult> answer, Runnable valid) {
        try {
            threads.execute(() -> guarded(secret, answer, valid));
        } catch (RejectedExecutionException full) {
            answer.accept(failure(secret.call(), "too many actions at once"));
        }
    }

    private void guarded(SecretParameters secret, Consumer<ActionResult> answer, Runnable valid) {
        ActionCall call = secret.call();
        try {
            Optional<ActionResult> refusal = registry.refusal(call).map(secret::covered);
            if (refusal.isPresent()) {
                LOG.info("Action {} refused: {}", call.action(), refusal.get().values());
                answer.accept(refusal.get());
            } else {
                valid.run();
            }
        } catch (RuntimeException | StackOverflowError fault) {
            LOG.error("Action {} failed", call.action(), secret.any() ? RedactedFault.of(fault) : fault);
            answer.accept(failure(call, "the action is out of order"));
        }
    }

    private static ActionResult failure(ActionCall call, String why) {
        return ActionResult.failure(call.invocationId(), ActionResult.FAILED, why);
    }

    @Override
    public ActionCall onTerms(ActionCall call) {
        return registry.onTerms(call);
    }

    @Override
    public List<ActionDefinition> definitions() {
        return registry.definitions();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
