package io.sidetone.core.conversation;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.CallStatistics;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.HistoryEdit;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnListener;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnRole;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The conversation of one call: the caller's turns, the agent's turns, and the interruptions between them. Lane thread
 * only.
 */
public final class Conversation {
    /** States in which what the caller said is being taken in or answered. */
    private static final Set<FloorState> OF_THE_CALLER =
            EnumSet.of(FloorState.LISTENING, FloorState.FINALIZING, FloorState.THINKING);

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechInput hearing;
    private final SpeechOutput speaking;
    private final Tokens tokens;
    private final Fence fence;
    private final LaneMetrics metrics;
    private final FarEnd farEnd;
    private final Effects effects;
    private final TurnListener listener;
    private final Listening listening;
    private final Utterance utterance;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final ModelSession model;
    private final EarlyRequest early;
    private final AgentWords words;
    private final History history;
    private final NarratedState narrated;
    private final Recovery recovery;
    private final CallTermination termination;
    private final Interruptions interruptions;
    private final AgentTurns agent;
    private final AgentFrames frames;
    private final CallerTurns caller;
    private final ClientTurns client;
    private final MockedTurn mocked;
    private final FloorRequests requests;
    private final EngineLoss loss;
    private TurnRole heldBy;
    private long heldToken = Token.NONE;

    /** An introduction is spoken first; whatever takes the floor from it takes the greeting's place. */
    private boolean greetingDue;

    /** Creates the conversation of one call; {@link #session} gives it its dialogue. */
    public Conversation(TurnContext context) {
        TurnParts parts = TurnParts.of(context);
        this.floor = context.floor();
        this.turn = context.turn();
        this.hearing = context.hearing();
        this.speaking = context.speaking();
        this.tokens = context.tokens();
        this.fence = context.fence();
        this.metrics = context.metrics();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listener = context.listener();
        this.listening = parts.listening();
        this.utterance = parts.utterance();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.model = parts.model();
        this.early = parts.early();
        this.words = parts.words();
        this.history = parts.history();
        this.narrated = parts.narrated();
        this.recovery = parts.recovery();
        this.agent = new AgentTurns(context, parts);
        this.termination = agent.termination();
        this.interruptions = new Interruptions(context, parts, agent.actions(), termination);
        this.frames = new AgentFrames(context, parts, agent, interruptions, this::completeIfPlayed);
        this.caller = new CallerTurns(context, parts, termination, agent, interruptions);
        this.client = new ClientTurns(context, parts, caller, interruptions);
        this.mocked = new MockedTurn(context, parts, termination, agent);
        this.requests = new FloorRequests(context, parts, agent, caller, interruptions);
        this.loss = new EngineLoss(context, parts, agent, caller);
    }

    /** The dialogue is open. */
    public void session(DialogueSession opened) {
        model.open(opened);
    }

    /** Sets whether the voice says a sentence as one that it gets in pieces. */
    public void takesContinuations(boolean yes) {
        speaking.beginsEarly(yes);
        early.beginsEarly(yes);
    }

    /** The floor changed hands. */
    public void moved(FloorTransition move) {
        if (move.to() != FloorState.FINALIZING && move.to() != FloorState.THINKING) {
            early.giveUp(move.to());
        }
        turns(move);
        narrated.moved(move.to());
        mocked.moved(move.to());
    }

    /** LISTENING is a turn of the caller, SPEAKING one of the agent. */
    private void turns(FloorTransition move) {
        if (move.to() == FloorState.IDLE && OF_THE_CALLER.contains(move.from()) && utterance.alive()) {
            // T06 and T15: nothing more is wanted of the caller's utterance, however late its words come.
            effects.fence(pending.fenceFor(utterance.token()));
        }
        if (heldBy != null) {
            listener.turnEnded(
                    heldBy, heldToken, heldBy == TurnRole.ASSISTANT && move.to() != FloorState.IDLE, move.nowNs());
            heldBy = null;
        }
        if (move.to() == FloorState.LISTENING) {
            begin(TurnRole.USER, utterance.token(), move.nowNs());
        } else if (move.to() == FloorState.SPEAKING) {
            long mock = mocked.answering();
            begin(TurnRole.ASSISTANT, mock == Token.NONE ? speaking.token() : mock, move.nowNs());
        }
    }

    private void begin(TurnRole role, long token, long nowNs) {
        heldBy = role;
        heldToken = token;
        listener.turnStarted(role, token, nowNs);
    }

    /** Another policy applies from the next frame on (ITE-AC-006); what words mean and what is said unasked are the agent's and stay. */
    public void policy(TurnPolicy requested, long nowNs) {
        TurnPolicy before = turn.policy();
        TurnPolicy next = apply(requested.withPhrases(before.phrases()).withGuidance(before.guidance()), nowNs);
        effects.note("policy", next.profile());
        listener.policyUpdated(next, nowNs);
    }

    /** Applies {@code requested} as far as this call can follow it; returns what applies. */
    private TurnPolicy apply(TurnPolicy requested, long nowNs) {
        SpeechSource before = turn.policy().vad();
        TurnPolicy next = listening(requested);
        turn.policy(next);
        recovery.policy(next.vad() != before, nowNs);
        return next;
    }

    /** The policy that applies. */
    public TurnPolicy policy() {
        return turn.policy();
    }

    /** The sessions are open: the policy says who is listened to. */
    public void begin() {
        turn.policy(listening(turn.policy()));
    }

    /** Listens to the source of {@code requested}; one that this call does not have is refused, the rest of it applies. */
    private TurnPolicy listening(TurnPolicy requested) {
        TurnPolicy possible = requested;
        if (!hearing.offers(requested.vad())) {
            effects.note("warning", CallRecord.refusal(requested.vad()));
            possible = requested.withVad(SpeechSource.ENERGY);
        }
        if (possible.vad() != hearing.evidence().selected()) {
            hearing.evidence().select(possible.vad());
            effects.note("vad", possible.vad().wireName());
        }
        return possible;
    }

    /**
     * Parts that serve a conversation from now on, because its agent changes. Immutable; the sessions are open.
     *
     * @param recognizer speech to text
     * @param dialogue text to text; null where the session that is open stays
     * @param voice text to speech
     * @param takesContinuations whether that voice says a sentence as one that it gets in pieces
     * @param policy turn-taking
     * @param another whether it is another agent, which greets; the same one goes on with what was said
     */
    public record Succession(
            RecognizerSession recognizer,
            DialogueSession dialogue,
            SynthesisSession voice,
            boolean takesContinuations,
            TurnPolicy policy,
            boolean another) {}

    /** The engines of the agent that is to take over are open. */
    public void nextReady(long nowNs) {
        agent.actions().nextReady(nowNs);
    }

    /** They do not open, or are gone: the present agent goes on. */
    public void nextFailed(String why, long nowNs) {
        effects.note("hand-over", "not made: " + why);
        agent.actions().nextFailed(why, nowNs);
    }

    /**
     * Another agent has the call, or the same one in another language: what was said stays, everything that the one before may still
     * send is dead. Another agent greets, the same one goes on
     * by itself where its session stays, else it is asked to. Only while the floor is free.
     */
    public void succeed(Succession next, long nowNs) {
        early.giveUp("another agent takes over");
        requests.noMore();
        effects.fence(tokens.grant());
        listening.back(next.recognizer());
        listening.expect(ListenHint.OPEN);
        if (next.dialogue() != null) {
            model.open(next.dialogue());
        }
        speaking.session(next.voice());
        takesContinuations(next.takesContinuations());
        listener.policyUpdated(apply(next.policy(), nowNs), nowNs);
        narrated.dialogueBack();
        termination.idle(nowNs);
        if (next.another()) {
            agent.announce(PromptReason.GREETING, nowNs);
        } else if (next.dialogue() != null) {
            agent.infer(TurnHints.DEFAULT, nowNs);
        }
    }

    /** Returns what it means that an engine is lost and comes back. */
    public EngineLoss loss() {
        return loss;
    }

    /** A transcript that comes when the call is over. */
    public void late(String text) {
        caller.late(text);
    }

    /** A request to the telephone side has its last word; an action that waits for it is answered. */
    public void settled(ControlRequest request, boolean success, int status, long nowNs) {
        agent.actions().settled(request, success, status, nowNs);
    }

    /** The call is up and the caller speaks first: silence counts from now on. */
    public void up(long nowNs) {
        termination.idle(nowNs);
        recovery.restart(nowNs);
    }

    /** The call is up: the agent speaks first, on a first visit with {@code introduction} before all else (VIP-04). */
    public void greet(String introduction, long nowNs) {
        up(nowNs);
        if (introduction.isEmpty() && pending.waiting()) {
            effects.note("greeting", "not said: the caller was quicker");
        } else if (!grant.unasked()) {
            effects.note("greeting", "not said: the agent speaks when it is asked to");
        } else if (introduction.isEmpty()) {
            agent.announce(PromptReason.GREETING, nowNs);
        } else {
            greetingDue = true;
            agent.say(introduction, nowNs);
        }
    }

    private void greetIfDue(long nowNs) {
        if (termination.isRequested()) {
            greetingDue = false;
        } else if (floor.in(FloorState.IDLE) && !speaking.active()) {
            greetingDue = false;
            agent.announce(PromptReason.GREETING, nowNs);
        } else if (!floor.in(FloorState.IDLE) && !floor.in(FloorState.SPEAKING)) {
            greetingDue = false;
        }
    }

    /** Takes the evidence of one frame. */
    public void frame(float score, long nowNs) {
        recovery.frame(nowNs);
        if (mocked.active()) {
            return;
        }
        caller.act(turn.onFrame(score, nowNs), nowNs);
    }

    /** An off-lane source says what it hears; it counts with the frames from now on. */
    private void evidence(long streamPosMs, long packed, long nowNs) {
        SpeechSource source = floor.held() ? null : hearing.evidence().take(streamPosMs, packed);
        if (source == null) {
            metrics.increment(LaneCounter.STRAY_EVENTS);
            return;
        }
        metrics.increment(LaneCounter.EVIDENCE);
        recovery.evidence(source, nowNs);
    }

    /** The source that is listened to has no doubt: what its evidence would decide is decided now (ITE-AC-001). */
    private void certain(long nowNs) {
        boolean believed = hearing.evidence().trusted() == SpeechSource.RECOGNIZER;
        if (!believed || floor.held() || mocked.active()) {
            return;
        }
        caller.act(turn.certain(nowNs), nowNs);
    }

    /** The dialogue has something to say although nobody asked. */
    public void hasMore() {
        requests.hasMore();
    }

    /** Hears what is said from now on and does not answer it. */
    public void hearOut() {
        requests.answersByItself(false);
    }

    /** The agent says {@code text} now, whoever speaks, and hangs up. */
    public void leave(String text, long nowNs) {
        requests.say(text, nowNs);
        termination.requested();
    }

    /** Evidence of speech means from now on what it means in the floor's present state. */
    public void adapt(long nowNs) {
        turn.mode(mode(), nowNs);
    }

    private TurnMode mode() {
        if (floor.held() || !farEnd.answered()) {
            return TurnMode.CLOSED;
        }
        return switch (floor.state()) {
            case IDLE -> TurnMode.OPEN;
            case FINALIZING, THINKING -> TurnMode.THINKING;
            case ACTION -> TurnMode.ACTION;
            case LISTENING -> TurnMode.LISTENING;
            case SPEAKING -> agent.greeting() ? TurnMode.GREETING : TurnMode.SPEAKING;
            default -> TurnMode.CLOSED;
        };
    }

    /** Returns what may be kept of what the caller says and keys now. */
    public Secrecy secrecy() {
        Secrecy asked = listening.hint().secrecy();
        // Asked for each event: only what may be ahead needs more than the hint.
        return asked == Secrecy.AHEAD ? agent.actions().secrecy() : asked;
    }

    /** Proof of life without audio: a quiet line is not a broken one. */
    public void alive(long nowNs) {
        recovery.alive(nowNs);
    }

    /** A key was pressed. */
    public void digit(char digit, long nowNs) {
        mocked.cancel(nowNs, "digit");
        caller.digit(digit, nowNs);
    }

    /** Takes what engines answer, and what somebody outside wants of the conversation: each event goes to one part. */
    public void onEvent(LaneEvent event) {
        if (mocked.takes(event) || early.takes(event)) {
            return;
        }
        switch (event.type()) {
            case TRANSCRIPT_PARTIAL, TRANSCRIPT_COVERS, TRANSCRIPT_FINAL, TEXT_INPUT, ENGINE_FAILED ->
                caller.onEvent(event);
            case MODEL_TEXT, MODEL_FILLER, MODEL_DONE, MODEL_FAILED, SYNTHESIS_AUDIO -> agent.onEvent(event);
            case SYNTHESIS_DONE, SYNTHESIS_FAILED -> {
                agent.onEvent(event);
                agent.playIfReady(event.nowNs());
            }
            case MODEL_SOUND -> sound(event.token(), (List<?>) event.ref(), event.nowNs());
            case MODEL_INTERRUPTIBLE -> interruptible(event.token(), InterruptibleBy.of(event.a()));
            case MODEL_ACTION, ACTION_RESULT, ACTION_SAYS -> agent.actions().onEvent(event);
            case YIELD_REQUEST, GRANT_REQUEST, SAY_REQUEST, RESPONSE_CANCEL, AUTO_RESPONSE -> requests.onEvent(event);
            case CLIENT_INPUT -> client.onEvent(event);
            case NARRATED_STATE -> narrated.changed((String) event.ref());
            case SPEECH_EVIDENCE -> evidence(event.a(), event.b(), event.nowNs());
            case SPEECH_CERTAIN -> certain(event.nowNs());
            case PLAYED -> played(event.token(), event.a(), event.nowNs());
            case BRIEFING -> model.instructions((Instructions) event.ref());
            case HISTORY -> edit((HistoryEdit) event.ref());
            default -> metrics.increment(LaneCounter.STRAY_EVENTS);
        }
    }

    /** The agent plays something in place of words. */
    private void sound(long token, List<?> sound, long nowNs) {
        if (agent.stale(token)) {
            return;
        }
        recovery.modelAnswers(nowNs);
        speaking.sound(sound.stream().map(PcmChunk.class::cast).toList());
        agent.playIfReady(nowNs);
    }

    private void interruptible(long token, InterruptibleBy by) {
        if (!agent.stale(token)) {
            turn.interruptible(by);
        }
    }

    private void edit(HistoryEdit edit) {
        if (history.edit(edit)) {
            effects.history(history.snapshot());
        }
    }

    /** The far end has played so much of a turn; of one that is over it says how much of it is history. */
    private void played(long token, long toMs, long nowNs) {
        if (token != speaking.token() || fence.isDead(token)) {
            if (!words.recut(token, toMs, nowNs)) {
                metrics.increment(LaneCounter.STALE_DROPPED);
            }
            return;
        }
        speaking.playout().played(toMs);
        words.frame(nowNs);
    }

    /** Lets time pass. */
    public void tick(long nowNs) {
        if (mocked.active()) {
            mocked.tick(nowNs);
            agent.progress(nowNs);
            return;
        }
        caller.act(turn.onTick(nowNs), nowNs);
        requests.yieldIfDue(nowNs);
        // In each tick: the floor may be free for one only.
        if (termination.timeIsUp(nowNs)) {
            pending.drop();
            requests.free(InterruptionSource.SYSTEM, "time_up", nowNs);
            termination.sayTimeIsUp(nowNs);
        }
        caller.tick(nowNs);
        requests.sayIfFree(nowNs);
        agent.tick(nowNs);
        if (greetingDue) {
            greetIfDue(nowNs);
        }
    }

    /** Lets time pass for what is measured in seconds: once in some ticks, before {@link #tick}. */
    public void slowTick(long nowNs) {
        if (!mocked.active()) {
            recovery.tick(nowNs);
        }
    }

    /** Returns what the agent sends, 20 ms at a time. */
    public AgentFrames frames() {
        return frames;
    }

    /** After a frame was handed over: the turn may be complete, and the call may listen for the caller's answer. */
    private void completeIfPlayed(long nowNs) {
        if (agent.completeIfPlayed(nowNs) && requests.nothingToSay() && !greetingDue) {
            caller.followUp(nowNs);
        }
    }

    /** Entering hold drops what the caller was saying; leaving it starts silence timers afresh. */
    public void held(boolean on, long nowNs) {
        pending.drop();
        mocked.cancel(nowNs, "hold");
        if (on && floor.yielding()) {
            interruptions.takeUp(nowNs);
        } else if (on) {
            caller.drop(FloorTrigger.INPUT_CANCEL, nowNs, "hold");
        }
        recovery.restart(nowNs);
        hearing.forget();
        termination.idle(nowNs);
        agent.progress(nowNs);
    }

    /** The agent leaves a call that goes on without it: its turn is over, and the floor is nobody's. */
    public void depart(long nowNs) {
        requests.free(InterruptionSource.SYSTEM, "bridged", nowNs);
        end(true, nowNs);
    }

    /**
     * The call ends: nothing that was asked for is wanted any more.
     *
     * @param transferring whether the other side has taken a transfer on
     */
    public void end(boolean transferring, long nowNs) {
        pending.drop();
        mocked.end();
        utterance.cancel();
        utterance.forget();
        agent.end(transferring, nowNs);
    }

    /** Returns these counts of frames with the counts and times of the turns. */
    public CallStatistics statistics(
            long framesIn, long framesConcealed, long framesRefused, long framesOut, long framesSkipped) {
        return new CallStatistics(
                agent.turns(),
                interruptions.yields(),
                interruptions.commits(),
                interruptions.falseAlarms(),
                caller.noMatches(),
                framesIn,
                framesConcealed,
                framesRefused,
                framesOut,
                framesSkipped,
                agent.responses().times().newestMs(),
                agent.responses().times().worstMs(),
                agent.responses().times().p95Ms(),
                early.requests(),
                early.adoptions(),
                early.savedMs());
    }
}
