package io.sidetone.server.calls;

import io.sidetone.config.SidetoneConfig;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.server.actions.TransferTargets;
import io.sidetone.transport.http.control.CallCommand;
import io.sidetone.transport.http.control.CommandHandler;
import io.sidetone.transport.http.control.CommandOutcome;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Passes commands to the lanes of running calls. Any thread. The lane decides last: it may refuse a command that was
 * accepted here, because the call has changed since.
 */
public final class CallCommands implements CommandHandler {
    private static final String TEL = "tel:";
    private static final int SHOWN = 60;
    private static final Set<FloorState> GRANTABLE = EnumSet.of(FloorState.IDLE, FloorState.LISTENING);

    private final CallBook book;
    private final PolicyService policies;
    private final TransferTargets transferTo;
    private final LongSupplier clock;

    /**
     * Creates the handler for the calls of {@code book}.
     *
     * @param transferTo targets that a command may transfer a call to
     * @param clock the lanes' clock, ns
     */
    public CallCommands(CallBook book, PolicyService policies, TransferTargets transferTo, LongSupplier clock) {
        this.book = book;
        this.policies = policies;
        this.transferTo = transferTo;
        this.clock = clock;
    }

    /** Returns the handler for the calls of {@code book}; policies are those of the configuration at the time of a command. */
    public static CallCommands of(CallBook book, Supplier<SidetoneConfig> present) {
        PolicyService policies = new PolicyService(() -> present.get().policies(), ForkJoinPool.commonPool());
        return new CallCommands(
                book, policies, new TransferTargets(present.get().http().transferTo()), System::nanoTime);
    }

    @Override
    public Map<String, String> policies() {
        return policies.profiles();
    }

    @Override
    public CommandOutcome subscribable(String callId) {
        CallRecord call = book.find(callId);
        if (call == null) {
            return CommandOutcome.unknown();
        }
        FloorState state = call.state();
        return state == FloorState.ENDED
                ? CommandOutcome.conflict(state.name(), "the call has ended; nothing will happen to it any more")
                : CommandOutcome.accepted(state.name());
    }

    @Override
    public CompletionStage<CommandOutcome> command(String callId, CallCommand command) {
        CallRecord call = book.find(callId);
        if (call == null) {
            return CompletableFuture.completedFuture(CommandOutcome.unknown());
        }
        FloorState state = call.state();
        if (call.endCause() != null || !state.live()) {
            return CompletableFuture.completedFuture(
                    CommandOutcome.conflict(state.name(), "the call has ended; it takes no commands any more"));
        }
        if (command instanceof CallCommand.Policy policy) {
            return policies.resolve(policy.name(), policy.fields(), call.newestPolicy())
                    .thenApply(found -> found.where(call::offers))
                    .thenApply(resolved -> resolved.policy() == null
                            ? CommandOutcome.invalid(resolved.problem())
                            : policy(call, state, resolved.policy()));
        }
        return CompletableFuture.completedFuture(direct(call, state, command));
    }

    private CommandOutcome direct(CallRecord call, FloorState state, CallCommand command) {
        if (command instanceof CallCommand.HangUp request) {
            return accept(call, state, LaneEventType.HANG_UP, 0, ControlRequest.hangUp(request.headers()));
        }
        if (command instanceof CallCommand.Recording request) {
            return recording(call, state, request.on());
        }
        if (call.bridgedWith() != null && !(command instanceof CallCommand.Digits)) {
            return CommandOutcome.conflict(
                    state.name(),
                    "the agent has left; the caller talks to the party of call " + call.bridgedWith()
                            + ", so only digits can be sent and the call be ended");
        }
        if (state == FloorState.CONNECTING) {
            return CommandOutcome.conflict(state.name(), "the call is not up yet; wait for its state idle");
        }
        if (command instanceof CallCommand.Yield request) {
            return state == FloorState.LISTENING
                    ? CommandOutcome.conflict(
                            state.name(), "the caller has the floor already; the agent can yield in any other state")
                    : accept(call, state, LaneEventType.YIELD_REQUEST, 0, request.reason());
        }
        if (command instanceof CallCommand.Grant request) {
            return GRANTABLE.contains(state)
                    ? accept(
                            call,
                            state,
                            LaneEventType.GRANT_REQUEST,
                            0,
                            new TurnHints(request.expectResponse(), request.autoResponseDelayMs(), request.requestId()))
                    : CommandOutcome.conflict(
                            state.name(), "the agent has the floor or is about to; grant it in idle or listening");
        }
        if (command instanceof CallCommand.Say request) {
            return accept(call, state, LaneEventType.SAY_REQUEST, request.interrupt() ? 1 : 0, request.text());
        }
        if (command instanceof CallCommand.Hold request) {
            return accept(call, state, LaneEventType.HOLD_REQUEST, request.on() ? 1 : 0, null);
        }
        if (command instanceof CallCommand.Transfer request) {
            return transferable(request.to())
                    ? accept(
                            call,
                            state,
                            LaneEventType.TRANSFER_REQUEST,
                            0,
                            ControlRequest.transfer(request.to(), null, request.headers()))
                    : CommandOutcome.forbidden(
                            state.name(),
                            "to: http.transfer-to does not list " + shown(request.to())
                                    + ", so no request may transfer a call"
                                    + " there; add it to http.transfer-to of the configuration");
        }
        if (command instanceof CallCommand.Connect request) {
            return book.live(request.call()) == null
                            || request.call().equals(call.setup().who().callId())
                    ? CommandOutcome.invalid(
                            "call: no other call of that id goes on here; give the id of one, see GET /api/calls")
                    : accept(
                            call,
                            state,
                            LaneEventType.TRANSFER_REQUEST,
                            0,
                            ControlRequest.connect(request.call(), null));
        }
        if (command instanceof CallCommand.Digits request) {
            return call.held()
                    ? CommandOutcome.conflict(state.name(), "the call is on hold; take it back before sending digits")
                    : accept(call, state, LaneEventType.DIGITS_REQUEST, 0, request.digits());
        }
        throw new IllegalArgumentException("command " + command + " has no lane event");
    }

    /** A pause also ends what the journal keeps, so it is accepted where there is no recording to pause. */
    private CommandOutcome recording(CallRecord call, FloorState state, boolean on) {
        return on && book.recording(call.setup().who().callId()) == null
                ? CommandOutcome.conflict(
                        state.name(),
                        "this call is not recorded, so nothing can go on; recording begins with a call whose agent has a"
                                + " recording.dir")
                : accept(call, state, LaneEventType.RECORDING, on ? 1 : 0, null);
    }

    private CommandOutcome policy(CallRecord call, FloorState state, TurnPolicy policy) {
        call.sendPolicy(policy, clock.getAsLong());
        return CommandOutcome.accepted(state.name());
    }

    private CommandOutcome accept(CallRecord call, FloorState state, LaneEventType type, long a, Object ref) {
        call.publisher().publish(type, 0, a, 0, ref, clock.getAsLong());
        return CommandOutcome.accepted(state.name());
    }

    /** A command names its target by a URI; the list may hold only the number. */
    private boolean transferable(String to) {
        return transferTo.allows(to) || to.startsWith(TEL) && transferTo.allows(to.substring(TEL.length()));
    }

    private static String shown(String to) {
        return "'" + (to.length() > SHOWN ? to.substring(0, SHOWN) + "…" : to) + "'";
    }

    /** Returns the policy that applies to {@code callId}, or null. */
    TurnPolicy policyOf(String callId) {
        CallRecord call = book.find(callId);
        return call == null ? null : call.policy();
    }
}
