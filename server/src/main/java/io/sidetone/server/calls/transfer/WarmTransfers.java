package io.sidetone.server.calls.transfer;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.port.ActionHandler;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.WarmTransferActions;
import io.sidetone.transport.http.control.PlaceOutcome;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Carries out {@code warm_transfer} of the caller's agent, and {@code connect_caller} and {@code decline_caller} of the agent
 * that asks the person. Thread-safe.
 */
public final class WarmTransfers implements ActionHandler, CallObserver {
    private final Function<String, CallRecord> live;
    private final Predicate<CallRecord> connectable;
    private final LongSupplier clock;
    private final Map<String, Consultation> byCaller = new ConcurrentHashMap<>();
    private final Map<String, Consultation> byPerson = new ConcurrentHashMap<>();
    private volatile Placer placer = (caller, to, briefing) -> null;

    /** Calls the person on behalf of a call. */
    @FunctionalInterface
    public interface Placer {
        /**
         * Places the call.
         *
         * @param caller the call that is to be handed on
         * @param to number or URI of the person
         * @param briefing what the person hears first
         * @return what became of it; null where the caller's agent has nobody who asks
         */
        CompletionStage<PlaceOutcome> place(CallRecord caller, String to, String briefing);
    }

    /**
     * Creates it.
     *
     * @param live id to a call that goes on, or null
     * @param connectable whether a call can be connected with another
     * @param clock the lanes' clock, ns
     */
    public WarmTransfers(Function<String, CallRecord> live, Predicate<CallRecord> connectable, LongSupplier clock) {
        this.live = live;
        this.connectable = connectable;
        this.clock = clock;
    }

    /** Says who places the calls, from now on. */
    public void placer(Placer calls) {
        placer = calls;
    }

    @Override
    public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        switch (call.action()) {
            case WarmTransferActions.WARM_TRANSFER -> begin(context, call, answer);
            case WarmTransferActions.CONNECT -> {
                Consultation consultation = byPerson.get(context.callId());
                if (consultation == null) {
                    answer.accept(nobody(call));
                } else {
                    consultation.agree(call.invocationId(), answer);
                }
            }
            default -> {
                Consultation consultation = byPerson.get(context.callId());
                if (consultation == null) {
                    answer.accept(nobody(call));
                } else {
                    Object why = call.parameters().get(WarmTransferActions.REASON);
                    consultation.failed(
                            why == null
                                    ? "the person does not take the call"
                                    : "the person does not take the call: " + why);
                    answer.accept(ActionResult.ok(call.invocationId(), Map.of()));
                }
            }
        }
    }

    private static ActionResult nobody(ActionCall call) {
        return ActionResult.failure(
                call.invocationId(),
                ActionResult.FAILED,
                "no caller waits behind this call, so nobody can be connected");
    }

    private void begin(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
        CallRecord caller = live.apply(context.callId());
        String problem = caller == null ? "the call is over" : problem(caller);
        if (problem != null) {
            answer.accept(ActionResult.failure(call.invocationId(), ActionResult.FAILED, problem));
            return;
        }
        Consultation consultation = new Consultation(caller, call.invocationId(), answer, clock);
        Consultation present = byCaller.put(context.callId(), consultation);
        if (present != null) {
            present.left(true);
        }
        String to = String.valueOf(call.parameters().get(WarmTransferActions.TO));
        Object briefing = call.parameters().get(WarmTransferActions.BRIEFING);
        CompletionStage<PlaceOutcome> placing = placer.place(caller, to, briefing == null ? "" : briefing.toString());
        if (placing == null) {
            consultation.failed("this agent has no warm-transfer agent, so nobody can ask the person");
            return;
        }
        consultation.begin();
        placing.whenComplete((outcome, failure) -> {
            if (failure != null || outcome.kind() != PlaceOutcome.Kind.PLACED) {
                consultation.failed(failure == null ? outcome.detail() : "the call could not be placed");
            } else {
                placed(consultation, outcome.callId());
            }
        });
    }

    private String problem(CallRecord caller) {
        return connectable.test(caller)
                ? null
                : "only calls of a SIP trunk can be connected with another; this one came by "
                        + caller.setup().who().transport();
    }

    private void placed(Consultation consultation, String callId) {
        byPerson.put(callId, consultation);
        CallRecord person = live.apply(callId);
        if (person == null) {
            byPerson.remove(callId);
            consultation.failed("the person could not be reached");
        } else {
            consultation.placed(person);
            if (person.endCause() != null) {
                ended(person);
            }
        }
    }

    @Override
    public void cancel(CallContext context, String invocationId) {
        Consultation consultation = byCaller.get(context.callId());
        if (consultation != null && consultation.of(invocationId)) {
            consultation.cancelled();
        }
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Controlled controlled) {
            ControlRequest request = controlled.request();
            Consultation consultation = byCaller.get(call.setup().who().callId());
            if (consultation != null
                    && request.otherCallId() != null
                    && byPerson.get(request.otherCallId()) == consultation) {
                consultation.settled(controlled.status());
            }
        } else if (event instanceof Ended) {
            ended(call);
        }
    }

    private void ended(CallRecord call) {
        String callId = call.setup().who().callId();
        boolean transferred = call.endCause() == EndCause.TRANSFERRED;
        Consultation asCaller = byCaller.remove(callId);
        if (asCaller != null && !(transferred && asCaller.joined())) {
            asCaller.left(false);
        }
        Consultation asPerson = byPerson.remove(callId);
        if (asPerson != null && !(transferred && asPerson.joined())) {
            asPerson.failed(words(call.endCause()));
        }
    }

    private static String words(EndCause cause) {
        return switch (cause) {
            case CALLEE_HUNG_UP -> "the person hung up without taking the call";
            case BUSY -> "the person is busy";
            case NO_ANSWER -> "the person did not answer";
            default -> "the person could not be asked: " + cause.reason();
        };
    }
}
