package io.sidetone.core.call;

import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.ActionCall;
import io.sidetone.core.port.ActionResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The actions of one call: asked for by the model, carried out outside, answered or timed out. Lane thread only. */
final class Actions {
    private static final int NO_ANSWER = 408;
    private static final int LIMIT_MS = 15_000;

    private final TurnState s;
    private final AgentTurns agent;
    private final Map<String, RunningAction> running = new LinkedHashMap<>();

    /** An action that was sent to the outside: it goes on whatever becomes of the turn that asked for it. */
    private record RunningAction(long token, ActionCall call, long startedNs) {}

    Actions(TurnState state, AgentTurns agent) {
        this.s = state;
        this.agent = agent;
    }

    /** T08 where the model is being waited for; while the agent speaks the action runs beside it. */
    void wanted(long token, ActionCall wanted, long nowNs) {
        if (agent.stale(token)) {
            return;
        }
        s.call.note("action", wanted.action() + " " + wanted.parameters());
        if (ActionCall.HANG_UP.equals(wanted.action())) {
            s.hangUpAfterSpeech = true;
            return;
        }
        if (s.floor.in(FloorState.THINKING)) {
            s.floor.transition(FloorTrigger.RESPONSE_TOOL, nowNs, wanted.action());
        }
        running.put(wanted.invocationId(), new RunningAction(token, wanted, nowNs));
        s.call.invoke(token, wanted);
    }

    /** Whether an action of the present turn has not answered yet. */
    boolean running() {
        for (RunningAction action : running.values()) {
            if (action.token() == s.speaking.token()) {
                return true;
            }
        }
        return false;
    }

    /** T13. What an action of a dead turn brought is told to the dialogue all the same: it happened. */
    void result(long token, ActionResult result, long nowNs) {
        RunningAction action = running.get(result.invocationId());
        if (action == null || action.token() != token) {
            s.metrics.staleDropped.increment();
            return;
        }
        running.remove(result.invocationId());
        s.call.note("action", action.call().action() + " -> " + result.code());
        boolean present = token == s.speaking.token() && s.speaking.active();
        if (present) {
            s.speaking.reopen();
        }
        if (present && s.floor.in(FloorState.ACTION) && !running()) {
            s.floor.transition(FloorTrigger.ACTION_RESULT, nowNs, result.code());
        }
        s.dialogue.actionResult(token, result);
        if (present) {
            agent.playIfReady(nowNs);
        }
    }

    /** What an action asked of the telephone side is done or has failed: the action is answered with it. */
    void settled(ControlRequest request, boolean success, int status, long nowNs) {
        RunningAction action = running.get(request.invocationId());
        if (action != null) {
            String code = success ? "ok" : status == NO_ANSWER ? "timeout" : "failed";
            ActionResult result =
                    new ActionResult(request.invocationId(), success, code, Map.of("status", String.valueOf(status)));
            result(action.token(), result, nowNs);
        }
    }

    void tick(long nowNs) {
        if (!running.isEmpty()) {
            timeOut(nowNs);
        }
    }

    private void timeOut(long nowNs) {
        for (RunningAction action : List.copyOf(running.values())) {
            if (nowNs - action.startedNs() >= LIMIT_MS * TurnState.MS) {
                s.call.cancelAction(action.call());
                result(
                        action.token(),
                        new ActionResult(action.call().invocationId(), false, "timeout", Map.of()),
                        nowNs);
            }
        }
    }

    /** Tries to stop what a dropped turn asked for; its answer may still come and is then told. */
    void cancel(long token) {
        for (RunningAction action : running.values()) {
            if (action.token() == token) {
                s.call.cancelAction(action.call());
            }
        }
    }

    /** The call ends: nothing that runs is waited for any more. */
    void end() {
        for (RunningAction action : running.values()) {
            s.call.cancelAction(action.call());
        }
        running.clear();
    }
}
