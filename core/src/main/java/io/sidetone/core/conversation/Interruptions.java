package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caller speaks while the agent does: yield, then commit or resume (conformance, "Yield, commit, resume"). Lane thread
 * only.
 *
 * <p>A yield reserves a fence token before it grants the provisional utterance, so that the commit can publish that
 * fence: it kills the agent's turn and spares the words that interrupted it.
 */
final class Interruptions {
    private static final Logger LOG = LoggerFactory.getLogger(Interruptions.class);

    private final String callId;
    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechOutput speaking;
    private final Tokens tokens;
    private final LaneMetrics metrics;
    private final FarEnd farEnd;
    private final Effects effects;
    private final TurnListener listener;
    private final Utterance utterance;
    private final FloorGrant grant;
    private final PendingTurn pending;
    private final ModelSession model;
    private final AgentWords words;
    private final History history;
    private final Actions actions;
    private final CallTermination termination;
    private long yieldFence = Token.NONE;
    private long yieldedNs;
    private long onsetNs;
    private long lastFrameNs;
    private boolean lastFrameDue;
    private long carriedOutNs;
    private int yields;
    private int commits;
    private int falseAlarms;

    Interruptions(TurnContext context, TurnParts parts, Actions actions, CallTermination termination) {
        this.callId = context.callId();
        this.floor = context.floor();
        this.turn = context.turn();
        this.speaking = context.speaking();
        this.tokens = context.tokens();
        this.metrics = context.metrics();
        this.farEnd = context.farEnd();
        this.effects = context.effects();
        this.listener = context.listener();
        this.utterance = parts.utterance();
        this.grant = parts.grant();
        this.pending = parts.pending();
        this.model = parts.model();
        this.words = parts.words();
        this.history = parts.history();
        this.actions = actions;
        this.termination = termination;
    }

    /** The agent pauses; nothing is discarded, no view changes. */
    void yield(long nowNs) {
        yieldFence = tokens.grant();
        yieldedNs = nowNs;
        onsetNs = turn.burstStartNs();
        lastFrameDue = true;
        yields++;
        metrics.increment(LaneCounter.YIELDS);
        metrics.bargeInDetect.record(nowNs - onsetNs);
        speaking.playout().pause();
        floor.yielding(true);
        utterance.grant();
        utterance.listen(nowNs);
        effects.note("yield", "agent paused at " + speaking.playout().sentMs() + " ms of its turn");
        effects.overlays();
        effects.publish(new CallObserver.Yielding(true));
    }

    /** It was nothing: the agent goes on at the last word boundary. */
    void resume(long nowNs) {
        falseAlarms++;
        metrics.increment(LaneCounter.FALSE_ALARMS);
        takeUp(nowNs);
        effects.note(
                "resume", "nothing followed for " + (nowNs - yieldedNs) / TurnContext.MS + " ms; the agent goes on");
        effects.overlays();
    }

    /** The agent takes its sentence up again, for whatever reason. */
    void takeUp(long nowNs) {
        utterance.cancel();
        utterance.forget();
        yieldFence = Token.NONE;
        lastFrameDue = false;
        long heardMs = speaking.playout().heardMs(nowNs, farEnd.delayMs());
        if (farEnd.buffering().clearsAtPause()) {
            speaking.playout().resumeFrom(heardMs);
        } else {
            speaking.playout().resume();
        }
        floor.yielding(false);
        effects.control(EgressKind.CONTINUE, speaking.token());
        effects.publish(new CallObserver.Yielding(false));
    }

    /** T11 and T12 in one event: the agent's turn is over, the caller has the floor. */
    void commit(long nowNs, String by, InterruptionSource source) {
        boolean yielded = floor.yielding();
        boolean byKeys = source == InterruptionSource.COMMAND;
        long startedNs = yielded ? onsetNs : byKeys ? nowNs : turn.burstStartNs();
        commits++;
        cancel(FloorTrigger.BARGE_IN, InterruptionType.BARGE_IN, source, by, nowNs);
        metrics.increment(LaneCounter.BARGE_INS);
        metrics.bargeInCommit.record(nowNs - startedNs);
        turn.interrupted(nowNs);
        if (turn.coolsDown(nowNs)) {
            listener.cooldown(turn.recentInterruptions(nowNs), nowNs);
        }
        utterance.interrupts(true);
        if (!handOver(yielded, nowNs) && !byKeys) {
            utterance.listen(nowNs);
        }
        effects.overlays();
    }

    /** T11 and T12: somebody asked the agent to stop; the caller has the floor and may take time (ITE-AC-005). */
    void stop(InterruptionType type, InterruptionSource source, String reasonCode, long nowNs) {
        boolean yielded = floor.yielding();
        cancel(FloorTrigger.YIELD, type, source, reasonCode, nowNs);
        utterance.interrupts(true);
        if (!handOver(yielded, nowNs)) {
            turn.awaitSpeech();
        }
        effects.overlays();
    }

    /** T11 and T12: the floor is free. */
    void cancelToIdle(InterruptionType type, InterruptionSource source, String reasonCode, long nowNs) {
        if (floor.yielding()) {
            utterance.cancel();
        }
        cancel(FloorTrigger.RESPONSE_CANCEL, type, source, reasonCode, nowNs);
        yieldFence = Token.NONE;
        floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        termination.idle(nowNs);
        effects.overlays();
    }

    /** T11: what was heard of the agent's turn is history, everything else of it is gone. */
    private void cancel(FloorTrigger trigger, InterruptionType type, InterruptionSource source, String by, long nowNs) {
        boolean yielded = floor.yielding();
        long cancelled = speaking.token();
        long mark = yielded ? yieldFence : pending.fenceFor(cancelled);
        effects.kill(mark);
        String heard = speaking.playout().heardText(nowNs, farEnd.delayMs());
        long heardMs = speaking.playout().heardMs(nowNs, farEnd.delayMs());
        String full = speaking.playout().text();
        if (lastFrameDue) {
            lastFrame(nowNs);
        }
        listener.interrupted(
                type, source, by, cancelled, yielded ? yieldedNs : nowNs, yielded ? lastFrameNs - yieldedNs : 0);
        floor.transition(trigger, nowNs, by);
        words.said(cancelled, heard, true, full, nowNs);
        speaking.cancel(mark);
        model.session().cancelled(cancelled, heard, heardMs);
        actions.cancel(cancelled);
        termination.stay();
        effects.history(history.snapshot());
        effects.note("commit", new Cut(type, by, heard));
    }

    /** Way in which a turn of the agent was cut short, as the timeline says it. */
    private record Cut(InterruptionType type, String by, String heard) {
        @Override
        public String toString() {
            return SecretPlaceholders.shown(type.wireName() + " (" + by + "); heard: " + heard);
        }
    }

    /** T12: the caller has the floor; what was kept or provisional is the turn. Returns whether it is being heard already. */
    private boolean handOver(boolean yielded, long nowNs) {
        utterance.standsAlone();
        grant.begin();
        boolean goesOn = pending.takeOver() || yielded;
        if (!goesOn) {
            utterance.grant();
        }
        yieldFence = Token.NONE;
        floor.transition(FloorTrigger.CLEANED_TO_LISTENING, nowNs, "cleaned up");
        return goesOn;
    }

    /** The frame that ended a yielding turn's audio has been handed to egress. */
    void frameSent(long nowNs) {
        if (lastFrameDue && floor.yielding()) {
            lastFrame(nowNs);
            carriedOutNs = yieldedNs;
        }
    }

    /** Returns when the yield was decided that the frame just filled carries out; 0 when it carries out none. Read once. */
    long takeYieldNs() {
        long decidedNs = carriedOutNs;
        carriedOutNs = 0;
        return decidedNs;
    }

    private void lastFrame(long nowNs) {
        lastFrameDue = false;
        lastFrameNs = nowNs;
        long tookNs = nowNs - yieldedNs;
        int budgetMs = turn.policy().interruptionBudgetMs();
        metrics.bargeInYield.record(tookNs);
        if (tookNs > budgetMs * TurnContext.MS) {
            metrics.increment(LaneCounter.OVER_BUDGET);
            String what = "yield took " + tookNs / TurnContext.MS + " ms, budget " + budgetMs + " ms";
            effects.note("warning", what);
            LOG.warn("Call {}: {}", callId, what);
        }
    }

    int yields() {
        return yields;
    }

    int commits() {
        return commits;
    }

    int falseAlarms() {
        return falseAlarms;
    }
}
