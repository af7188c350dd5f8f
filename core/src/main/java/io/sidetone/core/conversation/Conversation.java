package io.sidetone.core.conversation;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.dialogue.preempt.Preemption;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * The conversation of one call: the caller's turns, the agent's turns, and the interruptions between them. Lane thread
 * only.
 */
public final class Conversation {
    private static final int MAX_QUEUED = 16;
    private static final TurnHints ON_REQUEST = new TurnHints(false, 0, "");
    private static final ClientInput[] INPUTS = ClientInput.values();
    private static final MockedRequest[] MOCKED = MockedRequest.values();

    private final TurnState s;
    private final Interruptions interruptions;
    private final AgentTurns agent;
    private final AgentFrames frames;
    private final CallerTurns caller;
    private final ClientTurns client;
    private final MockedTurn mocked;
    private final EngineLoss loss;
    private final Deque<String> queue = new ArrayDeque<>();
    private InterruptionType yieldType;
    private String yieldReason = "";
    private long yieldAtNs;
    private long yieldToken;

    /** An introduction is spoken first; whoever takes the floor from it takes the greeting's place. */
    private boolean greetingDue;

    /** Creates the conversation of one call; {@link #session} gives it its dialogue. */
    public Conversation(TurnContext context) {
        this.s = new TurnState(context);
        this.interruptions = new Interruptions(s);
        this.agent = new AgentTurns(s);
        this.frames = new AgentFrames(s, agent, interruptions, this::completeIfPlayed);
        this.caller = new CallerTurns(s, agent, interruptions);
        this.client = new ClientTurns(s, caller, interruptions);
        this.mocked = new MockedTurn(s, agent);
        this.loss = new EngineLoss(s, agent, caller);
    }

    /** The dialogue is open. */
    public void session(DialogueSession opened) {
        s.dialogue(opened);
    }

    /** The floor changed hands. */
    public void moved(FloorTransition move) {
        if (move.to() != FloorState.FINALIZING && move.to() != FloorState.THINKING) {
            s.giveUp("the floor is " + move.to());
        }
        s.moved(move);
        s.narrated.moved(move.to());
        mocked.moved(move.to());
    }

    /** Another policy applies from the next frame on (ITE-AC-006); what words mean and what is said unasked are the agent's and stay. */
    public void policy(TurnPolicy wanted, long nowNs) {
        TurnPolicy before = s.turn.policy();
        TurnPolicy next = listening(wanted.withPhrases(before.phrases()).withGuidance(before.guidance()));
        s.turn.policy(next);
        s.recovery.policy(next.vad() != before.vad(), nowNs);
        s.effects.note("policy", next.profile());
        s.listener.policyUpdated(next, nowNs);
    }

    /** The sessions are open: the policy says who is listened to. */
    public void begin() {
        s.turn.policy(listening(s.turn.policy()));
    }

    /** Listens to the source of {@code wanted}; one that this call does not have is refused, the rest of it applies. */
    private TurnPolicy listening(TurnPolicy wanted) {
        TurnPolicy possible = wanted;
        if (!s.hearing.offers(wanted.vad())) {
            s.effects.note("warning", CallRecord.refusal(wanted.vad()));
            possible = wanted.withVad(SpeechSource.ENERGY);
        }
        if (possible.vad() != s.hearing.evidence().selected()) {
            s.hearing.evidence().select(possible.vad());
            s.effects.note("vad", possible.vad().wireName());
        }
        return possible;
    }

    /** What it means that an engine is lost and comes back. */
    public EngineLoss loss() {
        return loss;
    }

    /** A transcript that comes when the call is over. */
    public void late(String text) {
        caller.late(text);
    }

    /** A request to the telephone side has its last word; an action that waits for it is answered. */
    public void settled(ControlRequest request, boolean success, int status, long nowNs) {
        s.actions.settled(request, success, status, nowNs);
    }

    /** The call is up and the caller speaks first: silence counts from now on. */
    public void up(long nowNs) {
        s.idleSinceNs = nowNs;
        s.recovery.restart(nowNs);
    }

    /** The call is up: the agent speaks first, on a first visit with {@code introduction} before all else (VIP-04). */
    public void greet(String introduction, long nowNs) {
        up(nowNs);
        if (introduction.isEmpty() && s.pending.waiting()) {
            s.effects.note("greeting", "not said: the caller was quicker");
        } else if (!s.standing.expectResponse()) {
            s.effects.note("greeting", "not said: the agent speaks when it is asked to");
        } else if (introduction.isEmpty()) {
            agent.announce(PromptReason.GREETING, nowNs);
        } else {
            greetingDue = true;
            agent.say(introduction, nowNs);
        }
    }

    private void greetIfDue(long nowNs) {
        if (s.parting.isWanted()) {
            greetingDue = false;
        } else if (s.floor.in(FloorState.IDLE) && !s.speaking.active()) {
            greetingDue = false;
            agent.announce(PromptReason.GREETING, nowNs);
        } else if (!s.floor.in(FloorState.IDLE) && !s.floor.in(FloorState.SPEAKING)) {
            greetingDue = false;
        }
    }

    /** Takes the evidence of one frame. */
    public void frame(float score, long nowNs) {
        s.recovery.frame(nowNs);
        if (mocked.active()) {
            return;
        }
        caller.act(s.turn.onFrame(score, nowNs), nowNs);
    }

    /** A source beside the lane says what it hears; it counts with the frames from now on. */
    private void evidence(long streamPosMs, long packed, long nowNs) {
        SpeechSource source = s.floor.held() ? null : s.hearing.evidence().take(streamPosMs, packed);
        if (source == null) {
            s.metrics.strayEvents.increment();
            return;
        }
        s.metrics.evidence.increment();
        s.recovery.evidence(source, nowNs);
    }

    /** The source that is listened to has no doubt: what its evidence would decide is decided now (ITE-AC-001). */
    private void certain(long nowNs) {
        boolean believed = s.hearing.evidence().trusted() == SpeechSource.RECOGNIZER;
        if (!believed || s.floor.held() || mocked.active()) {
            return;
        }
        caller.act(s.turn.certain(nowNs), nowNs);
    }

    /** Whether what is said now is the first announcement of the call. */
    public boolean greeting() {
        return s.greeting;
    }

    /** Proof of life without audio: a quiet line is not a broken one. */
    public void alive(long nowNs) {
        s.recovery.alive(nowNs);
    }

    /** A key was pressed. */
    public void digit(char digit, long nowNs) {
        mocked.cancel(nowNs, "digit");
        caller.digit(digit, nowNs);
    }

    /** What engines answer, and what somebody outside wants of the conversation. */
    public void onEvent(LaneEvent event) {
        long nowNs = event.nowNs();
        if (mocked.active() && endsInput(event)) {
            mocked.request(MockedRequest.COMMIT, nowNs);
            return;
        }
        if (mocked.active() && endsMockedTurn(event.type())) {
            mocked.cancel(nowNs, event.type().name().toLowerCase(Locale.ROOT));
        }
        if (s.preemption.active() && held(event)) {
            return;
        }
        switch (event.type()) {
            case TRANSCRIPT_PARTIAL -> caller.partial(event.token(), (String) event.ref(), event.a() == 1, nowNs);
            case TRANSCRIPT_FINAL -> caller.transcript(event.token(), (String) event.ref(), nowNs);
            case MODEL_TEXT -> agent.text(event.token(), (String) event.ref(), nowNs);
            case MODEL_ACTION -> s.actions.wanted(event.token(), (ActionCall) event.ref(), nowNs);
            case MODEL_DONE -> agent.textDone(event.token(), (ListenHint) event.ref(), nowNs);
            case MODEL_FAILED -> agent.failed(event.token(), (EngineFailure) event.ref(), nowNs);
            case ACTION_RESULT -> s.actions.result(event.token(), (ActionResult) event.ref(), event.a(), nowNs);
            case SYNTHESIS_AUDIO -> agent.audio(event.token(), (int) event.a(), (PcmChunk) event.ref(), nowNs);
            case SYNTHESIS_DONE -> agent.clauseDone(event.token(), (int) event.a(), nowNs);
            case SYNTHESIS_FAILED ->
                agent.clauseFailed(event.token(), (int) event.a(), (EngineFailure) event.ref(), nowNs);
            case YIELD_REQUEST -> yieldRequest((String) event.ref(), event.a() == 1, nowNs);
            case GRANT_REQUEST -> grantRequest((TurnHints) event.ref(), nowNs);
            case SAY_REQUEST -> sayRequest((String) event.ref(), event.a() == 1, nowNs);
            case RESPONSE_CANCEL -> cancelRequest((String) event.ref(), event.a() == 1, nowNs);
            case SPEECH_EVIDENCE -> evidence(event.a(), event.b(), nowNs);
            case SPEECH_CERTAIN -> certain(nowNs);
            case TEXT_INPUT -> caller.typed((String) event.ref(), nowNs);
            case CLIENT_INPUT -> client.input(INPUTS[(int) event.a()], (String) event.ref(), nowNs);
            case NARRATED_STATE -> s.narrated.changed((String) event.ref());
            case PLAYED -> played(event.token(), event.a(), nowNs);
            case AUTO_RESPONSE -> s.standing = event.a() == 1 ? TurnHints.DEFAULT : ON_REQUEST;
            case BRIEFING -> briefing((Instructions) event.ref());
            case HISTORY -> {
                if (s.history.edit((HistoryEdit) event.ref())) {
                    s.publishHistory();
                }
            }
            case ENGINE_FAILED -> caller.recognizerFailed(event.token(), (EngineFailure) event.ref(), nowNs);
            case MOCKED_TURN -> mocked.request(MOCKED[(int) event.a()], nowNs);
            default -> s.metrics.strayEvents.increment();
        }
    }

    /** What answers a request whose turn is not over is held; what it was asked in view of must stay as it is. */
    private boolean held(LaneEvent event) {
        Preemption preemption = s.preemption;
        Preemption.Taken taken =
                switch (event.type()) {
                    case MODEL_TEXT -> preemption.take(event.token(), HeldAnswer.Kind.TEXT, event.ref());
                    case MODEL_ACTION -> preemption.take(event.token(), HeldAnswer.Kind.ACTION, event.ref());
                    case MODEL_DONE -> preemption.take(event.token(), HeldAnswer.Kind.DONE, event.ref());
                    case BRIEFING, HISTORY -> {
                        s.giveUp("what the model was told has changed");
                        yield Preemption.Taken.NOT_OURS;
                    }
                    default -> Preemption.Taken.NOT_OURS;
                };
        if (taken == Preemption.Taken.TOO_MUCH) {
            s.preemption.close(s.userToken);
            s.giveUp("there is no end to its answer");
        }
        return taken != Preemption.Taken.NOT_OURS;
    }

    /** What is asked of the session itself comes before a turn that only pretends. */
    private static boolean endsMockedTurn(LaneEventType type) {
        return switch (type) {
            case YIELD_REQUEST, GRANT_REQUEST, SAY_REQUEST, RESPONSE_CANCEL, TEXT_INPUT, CLIENT_INPUT -> true;
            default -> false;
        };
    }

    /** The end of an input is that of placeholder input, or a second request for the turn that goes on (VEL-04). */
    private static boolean endsInput(LaneEvent event) {
        return event.type() == LaneEventType.CLIENT_INPUT && INPUTS[(int) event.a()] == ClientInput.END;
    }

    private void briefing(Instructions briefing) {
        s.briefing = briefing;
        s.dialogue.briefing(briefing);
    }

    /** The far end has played so much of a turn; of one that is over it says how much of it is history. */
    private void played(long token, long toMs, long nowNs) {
        if (token != s.speaking.token() || s.fence.isDead(token)) {
            if (!s.recut(token, toMs, nowNs)) {
                s.metrics.staleDropped.increment();
            }
            return;
        }
        s.speaking.playout().played(toMs);
        s.captions.frame(nowNs);
    }

    /** A client hands the floor to the caller: at once, or with grace when a rule of the application does (ITE-AC-005). */
    private void yieldRequest(String reason, boolean byPolicy, long nowNs) {
        s.effects.note("yield", "requested: " + reason);
        int graceMs = byPolicy ? s.turn.policy().number(PolicyNumber.COMPLETION_GRACE) : 0;
        yieldReason = reason;
        yieldType = byPolicy ? InterruptionType.POLICY_YIELD : InterruptionType.MANUAL_STOP;
        yieldAtNs = nowNs + graceMs * TurnState.MS;
        yieldToken = s.speaking.token();
        switch (s.floor.state()) {
            case SPEAKING -> yieldIfDue(nowNs);
            case FINALIZING, THINKING, ACTION -> withdraw(nowNs, reason);
            case IDLE -> agent.dropPendingSpeech();
            default -> {}
        }
    }

    /** T15 or T17: the response that is being made is not wanted any more. */
    private void withdraw(long nowNs, String why) {
        agent.dropPendingSpeech();
        s.floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
        s.idleSinceNs = nowNs;
    }

    /**
     * A client cancels whatever goes on: the floor is nobody's (T06, T11, T15, T17), where it is already it stays so (T21).
     *
     * @param agentOnly what the caller is saying goes on, also where the agent paused for it
     */
    private void cancelRequest(String reason, boolean agentOnly, long nowNs) {
        String why = reason == null || reason.isBlank() ? FloorTrigger.RESPONSE_CANCEL.wireName() : reason;
        s.effects.note("cancel", "requested: " + why);
        switch (s.floor.state()) {
            case SPEAKING -> {
                if (agentOnly && s.floor.yielding()) {
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
                    s.grant = ON_REQUEST;
                } else {
                    withdraw(nowNs, why);
                }
            }
            case THINKING, ACTION -> withdraw(nowNs, why);
            default -> {
                s.floor.transition(FloorTrigger.RESPONSE_CANCEL, nowNs, why);
                // A goodbye that was spoken stands; only what nobody has heard yet is taken back.
                if (s.speaking.active()) {
                    agent.dropPendingSpeech();
                    s.idleSinceNs = nowNs;
                }
            }
        }
    }

    private void yieldIfDue(long nowNs) {
        if (yieldType == null || !s.floor.in(FloorState.SPEAKING) || s.speaking.token() != yieldToken) {
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
        TurnHints wanted = hints == null ? TurnHints.DEFAULT : hints;
        s.effects.note("grant", wanted.toString());
        if (s.floor.in(FloorState.LISTENING) && s.turn.awaitingSpeech()) {
            caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, "granted");
        }
        if (s.floor.in(FloorState.LISTENING)) {
            s.grant = wanted;
            if (wanted.expectResponse()) {
                s.listener.granted(wanted, nowNs);
            }
            caller.endInput(nowNs, "granted");
        } else if (s.floor.in(FloorState.FINALIZING)) {
            s.grant = wanted;
            if (wanted.expectResponse()) {
                s.listener.granted(wanted, nowNs);
            }
        } else if (s.floor.in(FloorState.IDLE) && s.farEnd.answered() && wanted.expectResponse()) {
            s.listener.granted(wanted, nowNs);
            agent.infer(wanted, nowNs);
        }
    }

    /** A client wants a sentence spoken: when the floor is free, or at once. */
    private void sayRequest(String text, boolean interrupt, long nowNs) {
        if (text.isBlank() || queue.size() >= MAX_QUEUED) {
            s.effects.note("warning", "a sentence to say was refused: empty, or " + MAX_QUEUED + " are waiting");
            return;
        }
        if (interrupt) {
            s.pending.drop();
            free(InterruptionSource.COMMAND, "say", nowNs);
            queue.addFirst(text);
        } else {
            queue.addLast(text);
        }
        sayIfFree(nowNs);
    }

    /** Takes the floor from whoever has it. */
    private void free(InterruptionSource source, String why, long nowNs) {
        switch (s.floor.state()) {
            case SPEAKING -> interruptions.cancelToIdle(InterruptionType.POLICY_YIELD, source, why, nowNs);
            case LISTENING -> caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, why);
            case FINALIZING, THINKING, ACTION -> withdraw(nowNs, why);
            default -> agent.dropPendingSpeech();
        }
    }

    private void sayIfFree(long nowNs) {
        boolean free = s.farEnd.answered() && s.floor.in(FloorState.IDLE) && !s.speaking.active();
        if (!queue.isEmpty() && free && !s.parting.leaving()) {
            agent.say(queue.removeFirst(), nowNs);
        }
    }

    /** Lets time pass. */
    public void tick(long nowNs) {
        if (mocked.active()) {
            mocked.tick(nowNs);
            agent.progress(nowNs);
            return;
        }
        caller.act(s.turn.onTick(nowNs), nowNs);
        s.recovery.tick(nowNs);
        yieldIfDue(nowNs);
        if (s.parting.timeIsUp(nowNs)) {
            s.pending.drop();
            free(InterruptionSource.SYSTEM, "time_up", nowNs);
            s.parting.sayTimeIsUp(nowNs);
        }
        caller.tick(nowNs);
        sayIfFree(nowNs);
        agent.tick(nowNs);
        if (greetingDue) {
            greetIfDue(nowNs);
        }
    }

    /** What the agent sends, 20 ms at a time. */
    public AgentFrames frames() {
        return frames;
    }

    /** After a frame was handed over: the turn may be complete, and the call may listen for the caller's answer. */
    private void completeIfPlayed(long nowNs) {
        if (agent.completeIfPlayed(nowNs) && queue.isEmpty() && !greetingDue) {
            caller.followUp(nowNs);
        }
    }

    /** Entering hold drops what the caller was saying; leaving it starts silence timers afresh. */
    public void held(boolean on, long nowNs) {
        s.pending.drop();
        mocked.cancel(nowNs, "hold");
        if (on && s.floor.yielding()) {
            interruptions.takeUp(nowNs);
        } else if (on) {
            caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, "hold");
        }
        s.recovery.restart(nowNs);
        s.hearing.forget();
        s.idleSinceNs = nowNs;
        agent.progress(nowNs);
    }

    /**
     * The call ends: nothing that was asked for is wanted any more.
     *
     * @param transferring whether the other side has taken a transfer on
     */
    public void end(boolean transferring, long nowNs) {
        s.pending.drop();
        mocked.end();
        s.hearing.cancelUtterance(s.userToken);
        s.userToken = Token.NONE;
        agent.end(transferring, nowNs);
    }

    /** Returns {@code frames} with the counts and times of the turns. */
    public CallStatistics statistics(CallStatistics frames) {
        return new CallStatistics(
                agent.turns(),
                interruptions.yields(),
                interruptions.commits(),
                interruptions.falseAlarms(),
                caller.noMatches(),
                frames.framesIn(),
                frames.framesConcealed(),
                frames.framesRefused(),
                frames.framesOut(),
                frames.framesSkipped(),
                agent.lastResponseMs(),
                agent.worstResponseMs(),
                agent.responseMsP95(),
                s.preemption.requests(),
                s.preemption.adoptions(),
                s.preemption.savedMs());
    }
}
