package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.ActionWords;
import io.sidetone.core.secret.SecretPlaceholders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The actions of one call: asked for by the model, carried out outside, answered or timed out. Lane thread only.
 *
 * <p>An action sent to the outside goes on whatever becomes of the turn that asked for it (law 2): cancelling is
 * an attempt, and the dialogue receives its result all the same. Whether an action is registered and its
 * parameters are valid is found out off the lane; the answer comes back as an ACTION_RESULT.
 */
final class Actions {
    private static final int NO_ANSWER = 408;

    /** Actions of one call that may be under way at the same time. */
    static final int MOST = 32;

    private static final EngineFailure ORPHANED =
            new EngineFailure("session_lost", "the model's session that asked for the action died", true);

    static final int DEFAULT_LIMIT_MS = 15_000;

    /** Time for which an action waits for the first audio of the words before it. */
    static final int PREAMBLE_LIMIT_MS = 1_000;

    /** Time for which a hand-over waits for the next agent's engines, and for a free floor. */
    static final int SUCCESSION_LIMIT_MS = 10_000;

    /** Phases, by what is waited for. */
    private enum Phase {
        /** The first audio of what the agent says before it. */
        HELD_BACK,
        /** Answer on whether it could be carried out when the agent has finished speaking. */
        CHECKING,
        /** The end of playback. */
        AFTER_SPEECH,
        /** The answer of its executor. */
        RUNNING,
        /** Signalling of our own: a transfer, digits. */
        SIGNALLING,
        /** The engines of the next agent, and a free floor. */
        SUCCESSION
    }

    private final FloorMachine floor;
    private final SpeechOutput speaking;
    private final LaneMetrics metrics;
    private final Effects effects;
    private final Listening listening;
    private final ModelSession model;
    private final EarlyRequest early;
    private final NarratedState narrated;
    private final CallTermination termination;
    private final AgentTurns agent;
    private final HandOver handOver;
    private final Map<String, RunningAction> running = new LinkedHashMap<>();
    private int rules;

    Actions(TurnContext context, TurnParts parts, CallTermination termination, AgentTurns agent) {
        this.floor = context.floor();
        this.speaking = context.speaking();
        this.metrics = context.metrics();
        this.effects = context.effects();
        this.listening = parts.listening();
        this.model = parts.model();
        this.early = parts.early();
        this.narrated = parts.narrated();
        this.termination = termination;
        this.agent = agent;
        this.handOver = new HandOver(context, parts);
    }

    /** Takes MODEL_ACTION, ACTION_SAYS and ACTION_RESULT. */
    void onEvent(LaneEvent event) {
        switch (event.type()) {
            case MODEL_ACTION -> requested(event.token(), (ActionCall) event.ref(), event.nowNs());
            case ACTION_SAYS -> says((ActionWords) event.ref(), event.nowNs());
            default -> result(event.token(), (ActionResult) event.ref(), event.a(), event.nowNs());
        }
    }

    /**
     * Says what an action says while it runs. It covers the wait for it, where nothing else is being said: it is spoken within the turn
     * that asked for the action (T13, T07).
     */
    private void says(ActionWords said, long nowNs) {
        RunningAction action = running.get(said.invocationId());
        boolean waiting = action != null && action.phase == Phase.RUNNING && !action.late && present(action);
        if (!waiting || said.words().isBlank()) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        if (!speaking.drained()) {
            effects.note("action", action.call.action() + " says something else while the agent speaks: not spoken");
            return;
        }
        effects.note("action", action.call.action() + " says: " + said.words());
        if (floor.in(FloorState.ACTION)) {
            floor.transition(FloorTrigger.ACTION_RESULT, nowNs, "narrated state");
        }
        agent.filler(action.token, said.words().strip() + " ");
    }

    /** The model wants {@code call}, whose terms are those of the registry. */
    void requested(long token, ActionCall call, long nowNs) {
        if (agent.stale(token)) {
            return;
        }
        effects.note("action", call.action() + " " + call.parameters());
        effects.requested(call);
        if (ActionCall.HANG_UP.equals(call.action())) {
            termination.requested();
            Map<String, String> headers =
                    ExtraHeaders.ofAction(call.parameters().get("headers"));
            if (!headers.isEmpty()) {
                effects.request(ControlRequest.hangUp(headers), nowNs);
            }
            effects.acted(call, token, nowNs, ActionResult.OK);
            return;
        }
        if (running.containsKey(call.invocationId())) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            effects.note("warning", "invocation " + call.invocationId() + " is under way already");
            return;
        }
        RunningAction action = new RunningAction(token, call, nowNs);
        running.put(call.invocationId(), action);
        if (running.size() > MOST) {
            finish(action, failure(action, ActionResult.FAILED, "more than " + MOST + " actions at once"), nowNs);
        } else if (call.afterSpeech() || call.handsOver()) {
            action.enter(Phase.CHECKING, nowNs);
            effects.check(token, call);
        } else if (speaking.flush() && floor.in(FloorState.THINKING)) {
            action.enter(Phase.HELD_BACK, nowNs);
        } else {
            start(action, nowNs);
        }
    }

    /** T08 where the model is being waited for; while the agent speaks the action runs beside it. */
    private void start(RunningAction action, long nowNs) {
        if (!action.late && floor.in(FloorState.THINKING)) {
            floor.transition(FloorTrigger.RESPONSE_TOOL, nowNs, action.call.action());
        }
        action.enter(Phase.RUNNING, nowNs);
        effects.publish(new CallObserver.Acting(action.token, SecretPlaceholders.shown(action.call)));
        effects.invoke(action.token, action.call);
    }

    /** The agent's first words are audible: what it said it would do begins beside them. */
    void speechBegan(long nowNs) {
        startAll(Phase.HELD_BACK, nowNs);
    }

    /** Playback of the turn has ended: what waited for that begins (after_speech). */
    void speechEnded(long nowNs) {
        startAll(Phase.AFTER_SPEECH, nowNs);
    }

    private void startAll(Phase waiting, long nowNs) {
        if (running.isEmpty()) {
            return;
        }
        for (RunningAction action : List.copyOf(running.values())) {
            if (action.phase == waiting) {
                action.late = waiting == Phase.AFTER_SPEECH;
                if (action.call.handsOver()) {
                    awaitNext(action, nowNs);
                } else {
                    start(action, nowNs);
                }
            }
        }
    }

    /** Returns whether the present turn waits for an action. */
    boolean running() {
        if (running.isEmpty()) {
            return false;
        }
        for (RunningAction action : running.values()) {
            if (action.holds(speaking.token())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns what may be kept of what the caller says and keys now. Where the question after an action may ask for a secret, that question
     * is ahead from the request of the action until the dialogue says what it expects after it, whoever has the floor.
     */
    Secrecy secrecy() {
        Secrecy asked = listening.hint().secrecy();
        return asked == Secrecy.AHEAD && !ahead() ? Secrecy.NONE : asked;
    }

    private boolean ahead() {
        if (listening.unsaid() || floor.in(FloorState.ACTION)) {
            return true;
        }
        if (running.isEmpty()) {
            return false; // asked for each frame: no iterator
        }
        for (RunningAction action : running.values()) {
            if (action.holds(speaking.token()) || action.phase == Phase.RUNNING && !action.late) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether something waits for the end of playback, or runs after it. */
    boolean afterSpeech() {
        if (running.isEmpty()) {
            return false;
        }
        for (RunningAction action : running.values()) {
            if (action.phase == Phase.AFTER_SPEECH || action.late) {
                return true;
            }
        }
        return false;
    }

    /** An ACTION_RESULT: the answer to an invocation, or with {@code kind} {@link Effects#CHECKED} to a check. */
    private void result(long token, ActionResult result, long kind, long nowNs) {
        RunningAction action = running.get(result.invocationId());
        Phase expected = kind == Effects.CHECKED ? Phase.CHECKING : Phase.RUNNING;
        if (action == null || action.token != token || action.phase != expected) {
            metrics.increment(LaneCounter.STALE_DROPPED);
        } else if (!result.success()) {
            finish(action, result, nowNs);
        } else if (kind == Effects.CHECKED) {
            scheduled(action, nowNs);
        } else if (action.call.telephone()) {
            carryOut(action, nowNs);
        } else if (action.call.recording()) {
            effects.recording(ActionCall.RESUME_RECORDING.equals(action.call.action()));
            finish(action, result, nowNs);
        } else {
            finish(action, result, nowNs);
        }
    }

    /** It will run when the agent has finished speaking; the model is informed and may say it. */
    private void scheduled(RunningAction action, long nowNs) {
        String problem = action.call.handsOver() ? handOver.begin(action.call, action.token != Token.NONE) : null;
        if (problem != null) {
            finish(action, failure(action, ActionResult.FAILED, problem), nowNs);
            return;
        }
        if (action.late) {
            awaitNext(action, nowNs);
            return;
        }
        action.enter(Phase.AFTER_SPEECH, nowNs);
        if (present(action)) {
            listening.acted();
            model.session().actionResult(action.token, ActionResult.scheduled(action.call.invocationId()));
            agent.settleIfMute(nowNs, "empty response", "");
        } else {
            dropNext(action);
            finish(action, failure(action, ActionResult.CANCELLED, "the turn was cancelled"), nowNs);
        }
    }

    private void dropNext(RunningAction action) {
        if (action.call.handsOver()) {
            handOver.drop();
        }
    }

    /** A phrase, a key or the answer of an action hands the call over as soon as the floor is free; no dialogue asked for it. */
    void handOver(Map<String, Object> parameters, long nowNs) {
        ActionCall call = new ActionCall("rule-" + ++rules, ActionCall.HAND_OVER, parameters, true);
        effects.note("action", call.action() + " " + call.parameters() + " by a rule");
        effects.requested(call);
        RunningAction action = new RunningAction(Token.NONE, call, nowNs);
        action.late = true;
        action.enter(Phase.CHECKING, nowNs);
        running.put(call.invocationId(), action);
        effects.check(Token.NONE, call);
    }

    private void awaitNext(RunningAction action, long nowNs) {
        action.enter(Phase.SUCCESSION, nowNs);
        effects.publish(new CallObserver.Acting(action.token, SecretPlaceholders.shown(action.call)));
    }

    /** The engines of the next agent are open. */
    void nextReady(long nowNs) {
        handOver.ready();
        for (RunningAction action : List.copyOf(running.values())) {
            if (action.phase == Phase.SUCCESSION) {
                succeedIfDue(action, nowNs);
            }
        }
    }

    /** They do not open: the present agent goes on. */
    void nextFailed(String why, long nowNs) {
        handOver.failed();
        for (RunningAction action : List.copyOf(running.values())) {
            if (action.call.handsOver() && action.phase != Phase.CHECKING) {
                finish(action, failure(action, ActionResult.FAILED, why), nowNs);
            }
        }
    }

    /** Cancels what the agent before asked for, as at the end of a call, since it is nothing to the next one. */
    private boolean succeedIfDue(RunningAction action, long nowNs) {
        if (!handOver.due()) {
            return false;
        }
        running.remove(action.call.invocationId());
        over(action, ActionResult.OK);
        end(false);
        if (handOver.carryOut(nowNs)) {
            model.session().actionResult(action.token, ActionResult.ok(action.call.invocationId(), Map.of()));
        }
        return true;
    }

    /** The registry lets a telephone action pass; {@link #settled} brings its last word, perhaps at once. */
    private void carryOut(RunningAction action, long nowNs) {
        if (!action.late && !present(action)) {
            finish(action, failure(action, ActionResult.CANCELLED, "the turn was cancelled"), nowNs);
            return;
        }
        action.enter(Phase.SIGNALLING, nowNs);
        String id = action.call.invocationId();
        Map<String, Object> given = action.call.parameters();
        ControlRequest request =
                switch (action.call.action()) {
                    case ActionCall.TRANSFER ->
                        ControlRequest.transfer(
                                action.call.text("to"), id, ExtraHeaders.ofAction(given.get("headers")));
                    case ActionCall.SEND_DIGITS -> ControlRequest.digits(action.call.text("digits"), id);
                    default -> ControlRequest.hold(!Boolean.FALSE.equals(given.get("on")), id);
                };
        effects.request(request, nowNs);
    }

    /** Notes that what an action asked of the telephone side is done or has failed: the action is answered with it. */
    void settled(ControlRequest request, boolean success, int status, long nowNs) {
        RunningAction action = running.get(request.invocationId());
        if (action == null || action.phase != Phase.SIGNALLING) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        String code = success ? ActionResult.OK : status == NO_ANSWER ? ActionResult.TIMEOUT : ActionResult.FAILED;
        Map<String, Object> values = Map.of("status", String.valueOf(status));
        finish(action, new ActionResult(request.invocationId(), success, code, values), nowNs);
    }

    /** T13 or T14 when the last answer of the turn is here. */
    private void finish(RunningAction action, ActionResult result, long nowNs) {
        running.remove(action.call.invocationId());
        over(action, result.code());
        early.giveUp("an action was answered");
        if (result.values().get(ActionResult.NARRATED_STATE) instanceof String view) {
            narrated.resulted(view);
        }
        if (result.success() && result.values().get(ActionCall.HAND_OVER) instanceof Map<?, ?> order) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            order.forEach((name, value) -> parameters.put(String.valueOf(name), value));
            handOver(parameters, nowNs);
        }
        if (action.late) {
            agent.lateResult(action.token, result, nowNs);
            return;
        }
        if (!ActionResult.CANCELLED.equals(result.code())) {
            listening.acted();
        }
        boolean present = present(action);
        boolean answered = present && floor.in(FloorState.ACTION) && !running();
        boolean last =
                !action.call.followUp() || Boolean.TRUE.equals(result.values().get(ActionResult.DONE));
        if (answered && result.success() && last) {
            agent.finishSilently(nowNs);
            model.session().actionResult(action.token, result);
            return;
        }
        if (present) {
            speaking.reopen();
        }
        if (answered) {
            floor.transition(FloorTrigger.ACTION_RESULT, nowNs, result.code());
        }
        if (present && model.orphaned(action.token)) {
            agent.failed(action.token, ORPHANED, nowNs);
            return;
        }
        model.session().actionResult(action.token, result);
        if (present) {
            agent.playIfReady(nowNs);
        }
    }

    private boolean present(RunningAction action) {
        return action.token == speaking.token() && speaking.active();
    }

    private static ActionResult failure(RunningAction action, String code, String message) {
        return ActionResult.failure(action.call.invocationId(), code, message);
    }

    void tick(long nowNs) {
        if (!running.isEmpty()) {
            timeOut(nowNs);
        }
    }

    private void timeOut(long nowNs) {
        for (RunningAction action : List.copyOf(running.values())) {
            long elapsedNs = nowNs - action.sinceNs;
            switch (action.phase) {
                case AFTER_SPEECH -> {}
                case SUCCESSION -> {
                    if (succeedIfDue(action, nowNs)) {
                        return;
                    }
                    if (!handOver.free()) {
                        action.enter(Phase.SUCCESSION, nowNs);
                    } else if (elapsedNs >= SUCCESSION_LIMIT_MS * TurnContext.MS) {
                        handOver.drop();
                        String why = "the next agent was not ready within " + SUCCESSION_LIMIT_MS + " ms";
                        finish(action, failure(action, ActionResult.TIMEOUT, why), nowNs);
                    }
                }
                case HELD_BACK -> {
                    if (elapsedNs >= PREAMBLE_LIMIT_MS * TurnContext.MS || speaking.silenced()) {
                        start(action, nowNs);
                    }
                }
                default -> {
                    int limitMs = action.call.deadlineMs() > 0 ? action.call.deadlineMs() : DEFAULT_LIMIT_MS;
                    if (elapsedNs >= limitMs * TurnContext.MS) {
                        effects.cancel(action.call);
                        finish(
                                action,
                                failure(action, ActionResult.TIMEOUT, "no answer within " + limitMs + " ms"),
                                nowNs);
                    }
                }
            }
        }
    }

    /** The turn is dropped: what has not started never will, what runs is stopped where that is possible. */
    void cancel(long token) {
        if (running.isEmpty()) {
            return;
        }
        List<RunningAction> dropped = new ArrayList<>();
        for (RunningAction action : running.values()) {
            if (action.token != token || action.late) {
                continue;
            }
            if (action.phase == Phase.RUNNING) {
                effects.cancel(action.call);
            } else if (action.phase != Phase.SIGNALLING) {
                dropped.add(action);
            }
        }
        for (RunningAction action : dropped) {
            running.remove(action.call.invocationId());
            dropNext(action);
            over(action, ActionResult.CANCELLED);
            model.session().actionResult(token, failure(action, ActionResult.CANCELLED, "the turn was cancelled"));
        }
    }

    private void over(RunningAction action, String code) {
        effects.acted(action.call, action.token, action.requestedNs, code);
    }

    /**
     * The call ends: nothing that runs is waited for any more; what was signalled may well have ended it.
     *
     * @param transferring whether the other side has taken a transfer on
     */
    void end(boolean transferring) {
        for (RunningAction action : running.values()) {
            if (action.phase == Phase.RUNNING) {
                effects.cancel(action.call);
            }
            boolean carriedOut = action.phase == Phase.SIGNALLING && transferring;
            over(action, carriedOut ? ActionResult.OK : ActionResult.CANCELLED);
        }
        running.clear();
    }

    /** One action from the model's request to its result. Lane thread only. */
    private static final class RunningAction {
        private final long token;
        private final ActionCall call;
        private final long requestedNs;
        private Phase phase;

        /** Time at which the phase began. */
        private long sinceNs;

        /** True when the turn that asked for it was played to its end before it started. */
        private boolean late;

        RunningAction(long token, ActionCall call, long requestedNs) {
            this.token = token;
            this.call = call;
            this.requestedNs = requestedNs;
        }

        void enter(Phase next, long nowNs) {
            phase = next;
            sinceNs = nowNs;
        }

        /** Returns whether the turn {@code present} cannot end before this has. */
        boolean holds(long present) {
            return token == present && phase != Phase.AFTER_SPEECH && !late;
        }
    }
}
