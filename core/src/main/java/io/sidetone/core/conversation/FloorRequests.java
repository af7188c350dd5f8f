package io.sidetone.core.conversation;

import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnListener;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Requests of somebody outside to the floor: hand it to the caller or to the agent, cancel what goes on, say a sentence
 * (ITE-REQ-008). Lane thread only.
 */
final class FloorRequests {
    private static final int MAX_QUEUED = 16;

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechOutput speaking;
    private final LaneMetrics metrics;
    private final FarEnd farEnd;
    private final Effects effects;
    private final TurnListener listener;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final CallTermination termination;
    private final AgentTurns agent;
    private final CallerTurns caller;
    private final Interruptions interruptions;
    private boolean more;
    private final Deque<String> queue = new ArrayDeque<>();
    private InterruptionType yieldType;
    private String yieldReason = "";
    private long yieldAtNs;
    private long yieldToken;

    FloorRequests(
            TurnContext context, TurnParts parts, AgentTurns agent, CallerTurns caller, Interruptions interruptions) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.speaking = context.speaking();
        this.metrics = context.metrics();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listener = context.listener();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.termination = agent.termination();
        this.agent = agent;
        this.caller = caller;
        this.interruptions = interruptions;
    }

    /** Takes YIELD_REQUEST, GRANT_REQUEST, SAY_REQUEST, RESPONSE_CANCEL and AUTO_RESPONSE. */
    void onEvent(LaneEvent event) {
        long nowNs = event.nowNs();
        switch (event.type()) {
            case YIELD_REQUEST -> yieldRequest((String) event.ref(), event.a() == 1, nowNs);
            case GRANT_REQUEST -> grantRequest((TurnHints) event.ref(), nowNs);
            case SAY_REQUEST -> sayRequest((String) event.ref(), event.a() == 1, nowNs);
            case RESPONSE_CANCEL -> cancelRequest((String) event.ref(), event.a() == 1, nowNs);
            case AUTO_RESPONSE -> answersByItself(event.a() == 1);
            default -> metrics.increment(LaneCounter.STRAY_EVENTS);
        }
    }

    /** Sets whether the agent answers what is said by itself, or only when the floor is granted. */
    void answersByItself(boolean on) {
        grant.standing(on);
    }

    /** The agent is to say {@code text} now. */
    void say(String text, long nowNs) {
        sayRequest(text, true, nowNs);
    }

    /** A client hands the floor to the caller: at once, or with grace when a rule of the application does (ITE-AC-005). */
    private void yieldRequest(String reason, boolean byPolicy, long nowNs) {
        effects.note("yield", "requested: " + reason);
        int graceMs = byPolicy ? turn.policy().number(PolicyNumber.COMPLETION_GRACE) : 0;
        yieldReason = reason;
        yieldType = byPolicy ? InterruptionType.POLICY_YIELD : InterruptionType.MANUAL_STOP;
        yieldAtNs = nowNs + graceMs * TurnContext.MS;
        yieldToken = speaking.token();
        switch (floor.state()) {
            case SPEAKING -> yieldIfDue(nowNs);
            case FINALIZING, THINKING, ACTION -> withdraw(nowNs, reason);
            case IDLE -> agent.dropPendingSpeech();
            default -> {}
        }
    }

    /** T15 or T17: the response that is being made is not wanted any more. */
    private void withdraw(long nowNs, String why) {
        agent.dropPendingSpeech();
        floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
        termination.idle(nowNs);
    }

    /**
     * A client cancels the present turn: the floor becomes free (T06, T11, T15, T17), or stays free (T21).
     *
     * @param agentOnly what the caller is saying goes on, also where the agent paused for it
     */
    private void cancelRequest(String reason, boolean agentOnly, long nowNs) {
        String why = reason == null || reason.isBlank() ? FloorTrigger.RESPONSE_CANCEL.wireName() : reason;
        effects.note("cancel", "requested: " + why);
        switch (floor.state()) {
            case SPEAKING -> {
                if (agentOnly && floor.yielding()) {
                    interruptions.stop(InterruptionType.MANUAL_STOP, InterruptionSource.COMMAND, why, nowNs);
                } else {
                    interruptions.cancelToIdle(InterruptionType.MANUAL_STOP, InterruptionSource.COMMAND, why, nowNs);
                }
            }
            case LISTENING -> {
                if (!agentOnly) {
                    caller.drop(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
                }
            }
            case FINALIZING -> {
                if (agentOnly) {
                    grant.withhold();
                } else {
                    withdraw(nowNs, why);
                }
            }
            case THINKING, ACTION -> withdraw(nowNs, why);
            default -> {
                floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
                // A goodbye that was spoken stands; only what was not heard yet is taken back.
                if (speaking.active()) {
                    agent.dropPendingSpeech();
                    termination.idle(nowNs);
                }
            }
        }
    }

    /** A yield with grace is due, unless its turn is over. */
    void yieldIfDue(long nowNs) {
        if (yieldType == null || !floor.in(FloorState.SPEAKING) || speaking.token() != yieldToken) {
            yieldType = null;
        } else if (nowNs - yieldAtNs >= 0) {
            InterruptionSource source =
                    yieldType == InterruptionType.MANUAL_STOP ? InterruptionSource.COMMAND : InterruptionSource.SYSTEM;
            interruptions.stop(yieldType, source, yieldReason, nowNs);
            yieldType = null;
        }
    }

    /** A client hands the floor to the agent: the end of what the caller says, or a request of its own (ITE-REQ-008). */
    private void grantRequest(TurnHints hints, long nowNs) {
        TurnHints requested = hints == null ? TurnHints.DEFAULT : hints;
        effects.note("grant", requested.toString());
        if (floor.in(FloorState.LISTENING) && turn.awaitingSpeech()) {
            caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, "granted");
        }
        if (floor.in(FloorState.LISTENING)) {
            give(requested, nowNs);
            caller.endInput(nowNs, "granted");
        } else if (floor.in(FloorState.FINALIZING)) {
            give(requested, nowNs);
        } else if (floor.in(FloorState.IDLE) && farEnd.answered() && requested.expectResponse()) {
            listener.granted(requested, nowNs);
            agent.infer(requested, nowNs);
        }
    }

    private void give(TurnHints requested, long nowNs) {
        grant.give(requested);
        if (requested.expectResponse()) {
            listener.granted(requested, nowNs);
        }
    }

    /** A client wants a sentence spoken: when the floor is free, or at once. */
    private void sayRequest(String text, boolean interrupt, long nowNs) {
        if (text.isBlank() || queue.size() >= MAX_QUEUED) {
            effects.note("warning", "a sentence to say was refused: empty, or " + MAX_QUEUED + " are waiting");
            return;
        }
        if (interrupt) {
            pending.drop();
            free(InterruptionSource.COMMAND, "say", nowNs);
            queue.addFirst(text);
        } else {
            queue.addLast(text);
        }
        sayIfFree(nowNs);
    }

    /** Takes the floor from its holder. */
    void free(InterruptionSource source, String why, long nowNs) {
        switch (floor.state()) {
            case SPEAKING -> interruptions.cancelToIdle(InterruptionType.POLICY_YIELD, source, why, nowNs);
            case LISTENING -> caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, why);
            case FINALIZING, THINKING, ACTION -> withdraw(nowNs, why);
            default -> agent.dropPendingSpeech();
        }
    }

    /** The dialogue has something to say although nobody asked. */
    void hasMore() {
        more = true;
    }

    /** The dialogue that had more is gone. */
    void noMore() {
        more = false;
    }

    /** The next sentence that waits is said when the floor is free; the dialogue goes on if it has more to say. */
    void sayIfFree(long nowNs) {
        boolean free = farEnd.answered() && floor.in(FloorState.IDLE) && !speaking.active();
        if (!free || termination.leaving()) {
            return;
        }
        if (!queue.isEmpty()) {
            agent.say(queue.removeFirst(), nowNs);
        } else if (more && !pending.waiting() && !termination.isRequested()) {
            more = false;
            agent.infer(TurnHints.DEFAULT, nowNs);
        }
    }

    /** Returns whether no sentence waits to be said. */
    boolean nothingToSay() {
        return queue.isEmpty();
    }
}
