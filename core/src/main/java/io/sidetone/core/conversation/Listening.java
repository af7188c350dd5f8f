package io.sidetone.core.conversation;

import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.turn.TurnEngine;

/**
 * State of how the caller's words are heard, if they are: the recognizer that serves or does not, what it is to expect, and whether the
 * wake phrase was said. Lane thread only.
 */
final class Listening {
    private final TurnEngine turn;
    private final SpeechInput hearing;
    private ListenHint hint = ListenHint.OPEN;
    private boolean exhausted;
    private boolean lost;
    private boolean awake;
    private boolean acted;

    Listening(TurnContext context) {
        this.turn = context.turn();
        this.hearing = context.hearing();
    }

    /** Feeds the recognizer utterance {@code token}, from the pre-roll on. Not while there are keys only. */
    void start(long token, long nowNs) {
        hearing.startUtterance(token, hint, turn.burstMs());
        turn.activity(nowNs);
    }

    /** The utterance is complete; its transcript follows, and if {@code replyExpected} an answer to that. */
    void end(long token, boolean replyExpected) {
        hearing.endUtterance(token, replyExpected);
    }

    /** The caller pauses in the utterance {@code token} and may have finished: its words are wanted now. */
    void pauses(long token) {
        hearing.pauseUtterance(token);
    }

    /** The caller goes on with it. */
    void goesOn(long token) {
        hearing.resumeUtterance(token);
    }

    /** The transcript of the utterance is not wanted. */
    void cancel(long token) {
        hearing.cancelUtterance(token);
    }

    /** Returns whether an utterance is being fed. */
    boolean feeding() {
        return hearing.feeding();
    }

    /** Returns whether speech cannot be turned into words now. */
    boolean keysOnly() {
        return exhausted || lost;
    }

    /** The recognizer has no room for this call. */
    void exhausted() {
        exhausted = true;
    }

    /** The recognizer's session is gone. */
    void lost() {
        hearing.session(null);
        lost = true;
    }

    /** Another session of the recognizer is open. */
    void back(RecognizerSession session) {
        hearing.session(session);
        lost = false;
        exhausted = false;
    }

    /** Returns what the dialogue expects the caller to say next. */
    ListenHint hint() {
        return hint;
    }

    /** The dialogue expects something else from the next utterance on. */
    void expect(ListenHint next) {
        hint = next;
        acted = false;
    }

    /** An action was answered: the dialogue may be at another question, and has not said yet what it expects there. */
    void acted() {
        acted = true;
    }

    /** Returns whether an action was answered since the dialogue has said what it expects. */
    boolean unsaid() {
        return acted;
    }

    /**
     * Notes that what was said last was not heard, so that {@code before} is expected again; not where a secret is asked for now, or was
     * before.
     */
    void expectAgain(ListenHint before) {
        hint = hint.secret() || before.secret() ? hint : before;
    }

    /** Returns whether utterances mean nothing yet because the wake phrase was not heard. */
    boolean asleep() {
        return !awake && !turn.policy().phrases().wake().isEmpty();
    }

    /** The caller means the agent. */
    void wake() {
        awake = true;
    }

    /** Returns what follows the wake phrase in {@code words}, which is awake from then on; null when they do not have it. */
    String afterWake(String words) {
        String rest = turn.policy().phrases().afterWake(words);
        awake = rest != null;
        return rest;
    }
}
