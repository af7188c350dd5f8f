package io.sidetone.core.call;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.turn.TurnEngine;

/** What the caller's turns, the agent's turns and the interruptions of one call share. Lane thread only. */
final class TurnState {
    static final long MS = 1_000_000L;

    final Call call;
    final FloorMachine floor;
    final TurnEngine turn;
    final Hearing hearing;
    final Speaking speaking;
    final Tokens tokens;
    final Fence fence;
    final LaneMetrics metrics;
    final History history = new History();
    DialogueSession dialogue;
    ListenHint hint = ListenHint.OPEN;

    /** The caller's utterance: granted when the caller takes the floor, provisionally at a yield. */
    long userToken = Token.NONE;

    /** The final transcript that came before the end of input. */
    String earlyFinal;

    /** What the caller said in this turn before it was continued. */
    String continuedText = "";

    /** The utterance whose transcript still belongs to the continued turn. */
    long continuedToken = Token.NONE;

    long inputEndNs;

    /** When the caller's last input ended for the ear: what a response is measured from. */
    long speechEndNs;

    long idleSinceNs;

    /** The recogniser has no room for this call: keys only. */
    boolean digitsOnly;

    /** The agent hangs up when it has finished speaking. */
    boolean hangUpAfterSpeech;

    /** When it does; 0 while it does not. */
    long hangUpAtNs;

    TurnState(Call call, FloorMachine floor, TurnEngine turn, Hearing hearing, Speaking speaking, Tokens tokens) {
        this.call = call;
        this.floor = floor;
        this.turn = turn;
        this.hearing = hearing;
        this.speaking = speaking;
        this.tokens = tokens;
        this.fence = call.fence();
        this.metrics = call.metrics();
    }

    /** Grants the caller's next utterance and feeds the recogniser from the pre-roll on. */
    void listen(long nowNs) {
        userToken = tokens.grant();
        earlyFinal = null;
        if (!digitsOnly) {
            hearing.startUtterance(userToken, hint);
            turn.activity(nowNs);
        }
    }

    /** Grants an input by keys: the recogniser is not asked for a decoder it would not use. */
    void listenForKeys() {
        userToken = tokens.grant();
        earlyFinal = null;
    }

    /** The caller has more to say: a goodbye that was on its way is taken back. */
    void stayOnTheLine() {
        hangUpAfterSpeech = false;
        hangUpAtNs = 0;
    }

    void notContinued() {
        continuedText = "";
        continuedToken = Token.NONE;
    }

    void publishHistory() {
        call.publishHistory(history.snapshot());
    }
}
