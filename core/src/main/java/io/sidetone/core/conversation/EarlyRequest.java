package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.preempt.HeldAnswer;
import io.sidetone.core.dialogue.preempt.Preemption;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnPolicy;

/**
 * Request to the dialogue before the caller's turn is over ({@link Preemption}): asked, held, then adopted as the answer or given up
 * without a trace. Of what it answers the voice is asked for the first clause, whose sound is held, too. Nothing of it is sent to
 * the caller before it is adopted. Lane thread only.
 */
final class EarlyRequest {
    /** So many times as long a silence is waited for where there are doubts: half of the pauses within a turn are shorter. */
    private static final int DOUBTS = 4;

    private final Preemption preemption = new Preemption();
    private final TurnEngine turn;
    private final Tokens tokens;
    private final Fence fence;
    private final LaneMetrics metrics;
    private final Effects effects;
    private final SpeechOutput speaking;
    private final Utterance utterance;
    private final PendingTurn pending;
    private final ModelSession model;
    private final History history;

    EarlyRequest(TurnContext context, Utterance utterance, PendingTurn pending, ModelSession model, History history) {
        this.turn = context.turn();
        this.tokens = context.tokens();
        this.fence = context.fence();
        this.metrics = context.metrics();
        this.effects = context.effects();
        this.speaking = context.speaking();
        this.utterance = utterance;
        this.pending = pending;
        this.model = model;
        this.history = history;
    }

    // ---- when -------------------------------------------------------------------------------------------------------

    /**
     * The recognizer understands {@code text} of the utterance {@code token} so far.
     *
     * @param complete whether it takes that for the whole of it
     */
    void heard(long token, String text, boolean complete, long nowNs) {
        preemption.heard(token, text, complete, nowNs);
    }

    /** The words so far were made with all sound of the utterance {@code token} until {@code untilNs}. */
    void covers(long token, long untilNs) {
        preemption.covers(token, untilNs);
    }

    /** Sets whether answers begin with a few words, as {@link SpeechOutput#beginsEarly} says. */
    void beginsEarly(boolean yes) {
        preemption.beginsEarly(yes);
    }

    /** No request is made any more while the present utterance lasts. */
    void close() {
        preemption.close(utterance.token());
    }

    /** Gives up what has become pointless: the words have changed, or the caller goes on speaking. */
    void review(boolean listening) {
        if (!preemption.active()) {
            return;
        }
        if (preemption.contradicted()) {
            giveUp("the words have changed");
        } else if (listening
                && preemption.spokenSinceMs(turn.speechMs()) >= turn.policy().onsetMs()) {
            preemption.wentOn();
            giveUp("the caller goes on");
        }
    }

    /** Returns all that was said in the turn when it is time for a request, else null. */
    String due(long nowNs) {
        TurnPolicy policy = turn.policy();
        int afterMs = policy.number(PolicyNumber.PREEMPTIVE_AFTER);
        // Whoever went on after these words may have said more than the recognizer has understood.
        boolean doubtful = !turn.mayEnd() || preemption.doubted();
        afterMs = doubtful ? afterMs * DOUBTS : turn.likelyEnds() ? afterMs / 2 : afterMs;
        int most = policy.number(PolicyNumber.PREEMPTIVE_STARTS);
        boolean due = afterMs > 0
                && !turn.wordsGoOn()
                && preemption.due(utterance.token(), afterMs, most, turn.stoppedNs(), nowNs)
                && affordable(policy);
        return due ? utterance.whole(preemption.words()) : null;
    }

    private boolean affordable(TurnPolicy policy) {
        return preemption.affordable(
                policy.number(PolicyNumber.PREEMPTIVE_BUDGET), policy.number(PolicyNumber.PREEMPTIVE_BUDGET_CHARS));
    }

    // ---- what -------------------------------------------------------------------------------------------------------

    /** Asks for the answer to what the caller seems to have said. */
    void ask(String whole, long nowNs) {
        long mark = tokens.grant();
        long token = tokens.grant();
        preemption.asked(token, mark, whole, turn.speechMs(), nowNs);
        metrics.increment(LaneCounter.PREEMPTIVE_STARTED);
        effects.note("preempt", "asked before the turn is over: " + whole);
        UserInput input = new UserInput(UserInput.Kind.SPEECH, whole);
        model.session().prepare(token, input, history.recentWith(utterance.token(), whole));
    }

    /** Returns when it was asked. */
    long askedNs() {
        return preemption.askedNs();
    }

    /** The token of what is asked, or none. */
    long token() {
        return preemption.token();
    }

    /** Holds what answers the request; gives it up when what it was asked in view of changes. Returns whether the event is used up. */
    boolean takes(LaneEvent event) {
        if (!preemption.active()) {
            return false;
        }
        Preemption.Taken taken =
                switch (event.type()) {
                    case MODEL_TEXT -> hold(HeldAnswer.Kind.TEXT, event);
                    case MODEL_ACTION -> hold(HeldAnswer.Kind.ACTION, event);
                    case MODEL_DONE -> hold(HeldAnswer.Kind.DONE, event);
                    case SYNTHESIS_AUDIO -> hold(HeldAnswer.Kind.SOUND, event);
                    case SYNTHESIS_DONE -> hold(HeldAnswer.Kind.CLAUSE_DONE, event);
                    case SYNTHESIS_FAILED -> hold(HeldAnswer.Kind.CLAUSE_FAILED, event);
                    case BRIEFING, HISTORY -> {
                        giveUp("what the model was told has changed");
                        yield Preemption.Taken.NOT_OURS;
                    }
                    default -> Preemption.Taken.NOT_OURS;
                };
        if (taken == Preemption.Taken.TOO_MUCH) {
            close();
            giveUp("there is no end to its answer");
        } else if (taken == Preemption.Taken.HELD) {
            speakFirstClause();
        }
        return taken != Preemption.Taken.NOT_OURS;
    }

    private Preemption.Taken hold(HeldAnswer.Kind kind, LaneEvent event) {
        return preemption.take(event.token(), kind, event.ref(), event.nowNs());
    }

    /** Asks the voice for the first clause of the answer as soon as it is complete. */
    private void speakFirstClause() {
        TurnPolicy policy = turn.policy();
        String clause = preemption.clauseToSpeak(policy.number(PolicyNumber.PREEMPTIVE_VOICE_CHARS));
        if (clause != null) {
            metrics.increment(LaneCounter.PREEMPTIVE_SPOKEN);
            effects.note("preempt", "the voice is asked for: " + clause);
            speaking.ahead(preemption.token(), policy.bounds().creditMs(), clause);
        }
    }

    /** The voice is gone or another one is there: what it was asked for does not come. */
    void voiceChanges() {
        if (speaking.askedAhead()) {
            giveUp("the voice is gone");
        }
    }

    /** Takes a failure of the model; false when it is not the request's. The turn asks as if this had not been tried. */
    boolean failed(long token, EngineFailure failure) {
        if (!preemption.owns(token)) {
            return false;
        }
        metrics.increment(LaneCounter.PREEMPTIVE_FAILED);
        close();
        giveUp("failed: " + failure.message());
        return true;
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /**
     * The caller's turn is over with {@code input}: what was asked is the answer, or is given up. The fence passes what was given up in
     * the turn.
     *
     * @param atOnce whether the turn is to be answered without a wait
     * @return whether {@link #adopt} is to follow
     */
    boolean answers(UserInput input, boolean atOnce) {
        boolean prepared = input.kind() == UserInput.Kind.SPEECH
                && atOnce
                && preemption.answers(input.text())
                && !fence.isDead(preemption.token());
        if (!prepared) {
            giveUp("it was not what the caller said");
        }
        if (preemption.unfenced() != Token.NONE) {
            // Nothing of it has left the lane: no far end has anything to clear.
            effects.fence(prepared ? preemption.before() : pending.fenceFor(preemption.unfenced()));
            preemption.fenced();
        }
        return prepared;
    }

    /** Takes what was asked as the answer; returns what there is of it. */
    HeldAnswer adopt(long nowNs) {
        long savedNs = nowNs - preemption.askedNs();
        HeldAnswer answer = preemption.adopted(nowNs);
        metrics.increment(LaneCounter.PREEMPTIVE_ADOPTED);
        metrics.preemptiveSaved.record(savedNs);
        effects.note("preempt", "adopted: asked " + savedNs / TurnContext.MS + " ms ahead");
        return answer;
    }

    /** The floor moved to where nothing is answered. */
    void giveUp(FloorState floor) {
        if (preemption.active()) {
            giveUp("the floor is " + floor);
        }
    }

    /** Drops the answer to what the caller seemed to have said; it leaves no trace. */
    void giveUp(String why) {
        if (!preemption.active()) {
            return;
        }
        long token = preemption.token();
        metrics.add(LaneCounter.PREEMPTIVE_SPOKEN_WASTED, preemption.spokenChars());
        speaking.dropAhead();
        int chars = preemption.givenUp();
        metrics.increment(LaneCounter.PREEMPTIVE_DISCARDED);
        metrics.add(LaneCounter.PREEMPTIVE_WASTED, chars);
        effects.note("preempt", "given up: " + why);
        model.session().discarded(token);
    }

    /** Requests of the call so far. */
    int requests() {
        return preemption.requests();
    }

    /** Of these, those that were adopted. */
    int adoptions() {
        return preemption.adoptions();
    }

    /** By how much these were made earlier, in all. */
    long savedMs() {
        return preemption.savedMs();
    }
}
