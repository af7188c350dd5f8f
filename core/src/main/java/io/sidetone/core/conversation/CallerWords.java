package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.dialogue.AskedFor;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.dialogue.SentenceWords;
import io.sidetone.core.dialogue.SpokenNumbers;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.hearing.KeyInput;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnSignal;

/**
 * The caller's words while the caller still speaks: what they say of the end of the turn, whether they take the floor, and what the
 * dialogue is asked before it is over. Lane thread only.
 */
final class CallerWords {
    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechOutput speaking;
    private final LaneMetrics metrics;
    private final Effects effects;
    private final Listening listening;
    private final Utterance utterance;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final ModelSession model;
    private final EarlyRequest early;
    private final History history;
    private final CallTermination termination;
    private final Interruptions interruptions;
    private final PhraseRules phrases;
    private final KeyInput keys;

    /**
     * Makes the words of one call.
     *
     * @param phrases what means something by itself is not asked ahead
     * @param keys nothing is asked ahead while the caller keys
     */
    CallerWords(
            TurnContext context,
            TurnParts parts,
            CallTermination termination,
            Interruptions interruptions,
            PhraseRules phrases,
            KeyInput keys) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.speaking = context.speaking();
        this.metrics = context.metrics();
        this.effects = context.effects();
        this.listening = parts.listening();
        this.utterance = parts.utterance();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.model = parts.model();
        this.early = parts.early();
        this.history = parts.history();
        this.termination = termination;
        this.interruptions = interruptions;
        this.phrases = phrases;
        this.keys = keys;
    }

    /**
     * Takes words so far.
     *
     * @param end what the recognizer knows of their end
     */
    void partial(long token, String text, SentenceEnd end, long nowNs) {
        if (pending.owns(token)) {
            utterance.shows(token, text);
            effects.note("partial", text);
            return;
        }
        if (token != utterance.token() || !utteranceOpen()) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        utterance.shows(token, text);
        effects.note("partial", text);
        effects.publish(new CallObserver.Partial(token, text));
        judge(text, end);
        // A grammar's guess changes while the caller speaks; a service that calls the words complete has heard the
        // silence.
        early.heard(token, text, end == SentenceEnd.COMPLETE, nowNs);
        beyondBackchannels(text, nowNs);
        prepareIfDue(nowNs);
    }

    /** Takes the words of an open utterance that will not change any more. */
    void complete(long token, String text, long nowNs) {
        utterance.finalCame(text);
        early.heard(token, text, true, nowNs);
        beyondBackchannels(text, nowNs);
        if (!text.isBlank()) {
            turn.utteranceComplete();
        }
    }

    /** Weighs {@code text} as the end of a turn: by itself, and as an answer to what the caller heard last. */
    private void judge(String text, SentenceEnd end) {
        SentenceEnd judged = end.with(text, listening.hint().maxDigits());
        String said = Phrases.normal(text);
        float asAnswer =
                AskedFor.of(history.answered()).logOdds(said, listening.hint().maxDigits());
        if (judged == SentenceEnd.COMPLETE && asAnswer < 0) {
            judged = SentenceEnd.UNKNOWN;
        }
        boolean byGrammar = judged == SentenceEnd.WHOLE || judged == SentenceEnd.CLOSED;
        boolean counted = listening.hint().maxDigits() > 1;
        String whole = Phrases.normal(utterance.whole(text).replace("+", " plus "));
        if (!byGrammar && !counted && SpokenNumbers.goOn(whole, Phrases.normal(history.answered()))) {
            judged = SentenceEnd.GOES_ON;
        }
        turn.words(judged, judged == SentenceEnd.UNKNOWN ? SentenceWords.logOdds(said) + asAnswer : 0);
    }

    /** The words so far were made with all that was said until {@code untilNs}. */
    void covers(long token, long untilNs, long nowNs) {
        if (token != utterance.token()) {
            metrics.add(LaneCounter.STALE_DROPPED, pending.owns(token) ? 0 : 1);
        } else if (utteranceOpen()) {
            turn.wordsCover(untilNs);
            early.covers(token, untilNs);
            prepareIfDue(nowNs);
        }
    }

    /** Asks the dialogue before the turn is over, where the policy wants that, and stops what has become pointless. */
    void prepareIfDue(long nowNs) {
        early.review(floor.in(FloorState.LISTENING));
        if (floor.in(FloorState.LISTENING) || floor.in(FloorState.FINALIZING)) {
            String whole = early.due(nowNs);
            if (whole != null && preparable(whole)) {
                early.ask(whole, nowNs);
            }
        }
    }

    /** Returns whether {@code whole} would be answered as it is, and at once. */
    private boolean preparable(String whole) {
        return !utterance.wordsDue()
                && keys.empty()
                && !listening.asleep()
                && !speaking.active()
                && !termination.isRequested()
                && grant.atOnce()
                && !phrases.meanSomething(whole)
                && model.preemptible();
    }

    /** Words of a provisional utterance: more than backchannels take the floor at once. */
    private void beyondBackchannels(String text, long nowNs) {
        if (floor.yielding() && !text.isBlank()) {
            int others = turn.policy().phrases().wordsBeyondBackchannels(text);
            if (turn.onWords(others == 0, others) == TurnSignal.COMMIT) {
                interruptions.commit(nowNs, "words", InterruptionSource.SERVICE);
            }
        }
    }

    /** Returns whether an utterance is open: the caller's turn, or the provisional one while the agent pauses for it. */
    boolean utteranceOpen() {
        return floor.in(FloorState.LISTENING) || floor.yielding();
    }
}
