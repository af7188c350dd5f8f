package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.preempt.Preemption;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.playout.SpokenTurn;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.core.turn.TurnListener;
import io.sidetone.core.turn.TurnRole;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What the caller's turns, the agent's turns and the interruptions of one call share. Lane thread only. */
final class TurnState {
    static final long MS = 1_000_000L;
    private static final int TURNS_KEPT = 4;

    /** What the caller said is being taken in or answered. */
    private static final Set<FloorState> OF_THE_CALLER =
            EnumSet.of(FloorState.LISTENING, FloorState.FINALIZING, FloorState.THINKING);

    final String callId;
    final long epochNs;
    final FarEnd farEnd;
    final Effects effects;
    final TurnListener listener;
    final BooleanSupplier preemptible;
    final BooleanSupplier reopening;
    final FloorMachine floor;
    final TurnEngine turn;
    final SpeechInput hearing;
    final SpeechOutput speaking;
    final Tokens tokens;
    final Fence fence;
    final LaneMetrics metrics;
    final History history = new History();
    final Captions captions = new Captions(this);
    DialogueSession dialogue;
    Actions actions;
    CallTermination parting;
    ListenHint hint = ListenHint.OPEN;

    /** The caller's utterance: granted when the caller takes the floor, provisionally at a yield. */
    long userToken = Token.NONE;

    /** The answer of a turn that no engine takes part in, while it goes on. */
    long mockedToken = Token.NONE;

    private TurnRole heldBy;
    private long heldToken = Token.NONE;

    /** The final transcript that came before the end of input. */
    String earlyFinal;

    /** What the caller said in this turn before it was continued. */
    String continuedText = "";

    /** The utterance whose transcript still belongs to the continued turn. */
    long continuedToken = Token.NONE;

    /** The agent's turn whose model session died: whatever is opened in its place knows nothing of it. */
    long orphan = Token.NONE;

    long inputEndNs;

    /** When the caller's last input ended for the ear: what a response is measured from. */
    long speechEndNs;

    long idleSinceNs;

    /** The recogniser has no room for this call: keys only. */
    boolean digitsOnly;

    /** The recogniser's session is gone: keys only until another is open. */
    boolean deaf;

    /** The model's session is gone: whatever is asked fails until another is open. */
    boolean modelGone;

    /** What is being said, or about to be, is the first announcement of the call. */
    boolean greeting;

    /** The present turn of the caller interrupted the agent: it never ends the call. */
    boolean bargedIn;

    /** The wake phrase was heard, or none is needed. */
    boolean awake;

    /** How the floor is granted to the agent when the caller has spoken and nobody says otherwise. */
    TurnHints standing = TurnHints.DEFAULT;

    /** How the floor was granted to the agent for the present turn. */
    TurnHints grant = TurnHints.DEFAULT;

    /** How a client wants the agent to be; null for as configured. */
    Instructions briefing;

    /** The agent's last turns, for a far end that tells afterwards how much of them it played. */
    private final Deque<SpokenTurn> spoken = new ArrayDeque<>();

    /** What the agent has to say in the present turn that nobody could hear yet: text follows speech. */
    private final StringBuilder unsaid = new StringBuilder();

    final Recovery recovery = new Recovery(this);

    final PendingTurn pending = new PendingTurn(this);

    /** What the dialogue is asked before the caller's turn is over. */
    final Preemption preemption = new Preemption();

    final NarratedState narrated = new NarratedState(this);

    TurnState(TurnContext context) {
        this.callId = context.callId();
        this.epochNs = context.epochNs();
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
        this.preemptible = context.preemptible();
        this.reopening = context.reopening();
    }

    /** Grants the caller's next utterance; for an input by keys that is all: the recogniser is not asked for a decoder. */
    void grantUser() {
        userToken = tokens.grant();
        earlyFinal = null;
    }

    /** Feeds the recogniser the utterance granted last, from the pre-roll on. */
    void listen(long nowNs) {
        if (!keysOnly()) {
            hearing.startUtterance(userToken, hint, turn.burstMs());
            turn.activity(nowNs);
        }
    }

    /** Whether speech cannot be turned into words now. */
    boolean keysOnly() {
        return digitsOnly || deaf;
    }

    /** The floor changed hands: LISTENING is a turn of the caller, SPEAKING one of the agent. */
    void moved(FloorTransition move) {
        if (move.to() == FloorState.IDLE && OF_THE_CALLER.contains(move.from())) {
            fenceUtterance();
        }
        if (heldBy != null) {
            listener.turnEnded(
                    heldBy, heldToken, heldBy == TurnRole.ASSISTANT && move.to() != FloorState.IDLE, move.nowNs());
            heldBy = null;
        }
        if (move.to() == FloorState.LISTENING) {
            begin(TurnRole.USER, userToken, move.nowNs());
        } else if (move.to() == FloorState.SPEAKING) {
            begin(TurnRole.ASSISTANT, mockedToken == Token.NONE ? speaking.token() : mockedToken, move.nowNs());
        }
    }

    /** T06 and T15: nothing more is wanted of the caller's utterance, however late its words come. */
    private void fenceUtterance() {
        if (userToken != Token.NONE && !fence.isDead(userToken)) {
            effects.fence(fenceFor(userToken));
        }
    }

    private void begin(TurnRole role, long token, long nowNs) {
        heldBy = role;
        heldToken = token;
        listener.turnStarted(role, token, nowNs);
    }

    /** Whether utterances mean nothing yet because the wake phrase was not heard. */
    boolean asleep() {
        return !awake && !turn.policy().phrases().wake().isEmpty();
    }

    /** Returns a token that kills {@code cancelled} and spares what the caller said meanwhile. */
    long fenceFor(long cancelled) {
        long spared = pending.spareMark(cancelled);
        return spared == Token.NONE ? tokens.grant() : spared;
    }

    /** The dialogue's session is open, or open again: it learns how it is wanted to be. */
    void dialogue(DialogueSession session) {
        dialogue = session;
        if (briefing != null) {
            session.briefing(briefing);
        }
    }

    /** The far end has played {@code toMs} of a turn that is over; returns whether that is history now. */
    boolean recut(long token, long toMs, long nowNs) {
        for (SpokenTurn turn : spoken) {
            if (turn.token() == token && turn.whole() && farEnd.buffering().marks()) {
                return true;
            }
            if (turn.token() == token && history.recut(token, turn.textUpTo(toMs), nowNs)) {
                publishHistory();
                return true;
            }
        }
        return false;
    }

    /** What the caller heard of a turn is history, and its last caption. */
    void said(long token, String heard, boolean interrupted, String text, long nowNs) {
        if (farEnd.buffering().kept()) {
            spoken.addFirst(speaking.playout().spoken(token, !interrupted));
            if (spoken.size() > TURNS_KEPT) {
                spoken.removeLast();
            }
        }
        history.agent(token, heard, interrupted, interrupted ? text : "", interrupted ? nowNs : 0);
        captions.settle(token, heard, text);
        unsaid.setLength(0);
        effects.publish((observer, call) -> observer.responseDone(call, token, interrupted, heard));
    }

    /** Adds a piece to what the agent says; whoever reads along gets it once the agent speaks. */
    void say(String piece) {
        speaking.text(piece);
        if (floor.in(FloorState.SPEAKING)) {
            tell(piece);
        } else {
            unsaid.append(piece);
        }
    }

    /** The agent speaks: what was held back of its text may be read. */
    void speechBegan() {
        if (unsaid.length() > 0) {
            tell(unsaid.toString());
            unsaid.setLength(0);
        }
    }

    private void tell(String piece) {
        long token = speaking.token();
        effects.publish((observer, call) -> observer.responseText(call, token, piece));
    }

    /** Another turn of the agent begins: of the last one nothing more is said. */
    void forgetUnsaid() {
        unsaid.setLength(0);
    }

    /** Everything up to {@code mark} is dead, here and wherever the far end keeps it. */
    void kill(long mark) {
        effects.fence(mark);
        effects.control(EgressKind.FLUSH, mark);
    }

    /** Nobody wants the answer to what the caller seemed to have said: it goes, and leaves no trace. */
    void giveUp(String why) {
        if (!preemption.active()) {
            return;
        }
        long token = preemption.token();
        int chars = preemption.givenUp();
        metrics.preemptiveDiscarded.increment();
        metrics.preemptiveWasted.add(chars);
        effects.note("preempt", "given up: " + why);
        dialogue.discarded(token);
    }

    /**
     * The caller's turn is over: the fence passes what was given up in it, and with it the utterance, of which nothing more
     * is to come.
     *
     * @param mark the token to fence at, or none for any that spares what the caller says meanwhile
     */
    void fenceGivenUp(long mark) {
        if (preemption.unfenced() != Token.NONE) {
            // Nothing of it has left the lane: no far end has anything to clear.
            effects.fence(mark == Token.NONE ? fenceFor(preemption.unfenced()) : mark);
            preemption.fenced();
        }
    }

    void notContinued() {
        continuedText = "";
        continuedToken = Token.NONE;
    }

    void publishHistory() {
        effects.history(history.snapshot());
    }
}
