package io.sidetone.core.conversation;

import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
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

    private final TurnState s;
    private long yieldFence = Token.NONE;
    private long yieldedNs;
    private long onsetNs;
    private long lastFrameNs;
    private boolean lastFrameOwed;
    private long carriedOutNs;
    private int yields;
    private int commits;
    private int falseAlarms;

    Interruptions(TurnState state) {
        this.s = state;
    }

    /** The agent pauses; nothing is discarded, no view changes. */
    void yield(long nowNs) {
        yieldFence = s.tokens.grant();
        yieldedNs = nowNs;
        onsetNs = s.turn.burstStartNs();
        lastFrameOwed = true;
        yields++;
        s.metrics.yields.increment();
        s.metrics.bargeInDetect.record(nowNs - onsetNs);
        s.speaking.playout().pause();
        s.floor.yielding(true);
        s.grantUser();
        s.listen(nowNs);
        s.effects.note("yield", "agent paused at " + s.speaking.playout().sentMs() + " ms of its turn");
        s.effects.overlays();
        s.effects.publish((observer, call) -> observer.yielding(call, true));
    }

    /** It was nothing: the agent goes on at the last word boundary. */
    void resume(long nowNs) {
        falseAlarms++;
        s.metrics.falseAlarms.increment();
        takeUp(nowNs);
        s.effects.note(
                "resume", "nothing followed for " + (nowNs - yieldedNs) / TurnState.MS + " ms; the agent goes on");
        s.effects.overlays();
    }

    /** The agent takes its sentence up again, for whatever reason. */
    void takeUp(long nowNs) {
        s.hearing.cancelUtterance(s.userToken);
        s.userToken = Token.NONE;
        yieldFence = Token.NONE;
        lastFrameOwed = false;
        long heardMs = s.speaking.playout().heardMs(nowNs, s.farEnd.delayMs());
        if (s.farEnd.buffering().clearsAtPause()) {
            s.speaking.playout().resumeFrom(heardMs);
        } else {
            s.speaking.playout().resume();
        }
        s.floor.yielding(false);
        s.effects.control(EgressKind.CONTINUE, s.speaking.token());
        s.effects.publish((observer, call) -> observer.yielding(call, false));
    }

    /** T11 and T12 in one event: the agent's turn is over, the caller has the floor. */
    void commit(long nowNs, String by, InterruptionSource source) {
        boolean yielded = s.floor.yielding();
        boolean byKeys = source == InterruptionSource.COMMAND;
        long startedNs = yielded ? onsetNs : byKeys ? nowNs : s.turn.burstStartNs();
        commits++;
        cancel(FloorTrigger.BARGE_IN, InterruptionType.BARGE_IN, source, by, nowNs);
        s.metrics.bargeIns.increment();
        s.metrics.bargeInCommit.record(nowNs - startedNs);
        s.turn.interrupted(nowNs);
        if (s.turn.coolsDown(nowNs)) {
            s.listener.cooldown(s.turn.recentInterruptions(nowNs), nowNs);
        }
        s.bargedIn = true;
        if (!handOver(yielded, nowNs) && !byKeys) {
            s.listen(nowNs);
        }
        s.effects.overlays();
    }

    /** T11 and T12: somebody asked the agent to stop; the caller has the floor and may take time (ITE-AC-005). */
    void stop(InterruptionType type, InterruptionSource source, String reasonCode, long nowNs) {
        boolean yielded = s.floor.yielding();
        cancel(FloorTrigger.YIELD, type, source, reasonCode, nowNs);
        s.bargedIn = true;
        if (!handOver(yielded, nowNs)) {
            s.turn.awaitSpeech();
        }
        s.effects.overlays();
    }

    /** T11 and T12: nobody has the floor. */
    void cancelToIdle(InterruptionType type, InterruptionSource source, String reasonCode, long nowNs) {
        if (s.floor.yielding()) {
            s.hearing.cancelUtterance(s.userToken);
        }
        cancel(FloorTrigger.RESPONSE_CANCEL, type, source, reasonCode, nowNs);
        yieldFence = Token.NONE;
        s.floor.transition(FloorTrigger.CLEANED_TO_IDLE, nowNs, "cleaned up");
        s.idleSinceNs = nowNs;
        s.effects.overlays();
    }

    /** T11: what was heard of the agent's turn is history, everything else of it is gone. */
    private void cancel(FloorTrigger trigger, InterruptionType type, InterruptionSource source, String by, long nowNs) {
        boolean yielded = s.floor.yielding();
        long cancelled = s.speaking.token();
        long mark = yielded ? yieldFence : s.fenceFor(cancelled);
        s.kill(mark);
        String heard = s.speaking.playout().heardText(nowNs, s.farEnd.delayMs());
        long heardMs = s.speaking.playout().heardMs(nowNs, s.farEnd.delayMs());
        String full = s.speaking.playout().text();
        if (lastFrameOwed) {
            lastFrame(nowNs);
        }
        s.listener.interrupted(
                type, source, by, cancelled, yielded ? yieldedNs : nowNs, yielded ? lastFrameNs - yieldedNs : 0);
        s.floor.transition(trigger, nowNs, by);
        s.said(cancelled, heard, true, full, nowNs);
        s.speaking.cancel(mark);
        s.dialogue.cancelled(cancelled, heard, heardMs);
        s.actions.cancel(cancelled);
        s.parting.stay();
        s.publishHistory();
        s.effects.note("commit", type.wireName() + " (" + by + "); heard: " + heard);
    }

    /** T12: the caller has the floor; what was kept or provisional is the turn. Returns whether it is being heard already. */
    private boolean handOver(boolean yielded, long nowNs) {
        s.notContinued();
        s.grant = s.standing;
        boolean goesOn = s.pending.takeOver() || yielded;
        if (!goesOn) {
            s.grantUser();
        }
        yieldFence = Token.NONE;
        s.floor.transition(FloorTrigger.CLEANED_TO_LISTENING, nowNs, "cleaned up");
        return goesOn;
    }

    /** The frame that ended a yielding turn's audio has been handed to egress. */
    void frameSent(long nowNs) {
        if (lastFrameOwed && s.floor.yielding()) {
            lastFrame(nowNs);
            carriedOutNs = yieldedNs;
        }
    }

    /** When the yield was decided that the frame just filled carries out; 0 when it carries out none. Read once. */
    long takeYieldNs() {
        long decidedNs = carriedOutNs;
        carriedOutNs = 0;
        return decidedNs;
    }

    private void lastFrame(long nowNs) {
        lastFrameOwed = false;
        lastFrameNs = nowNs;
        long tookNs = nowNs - yieldedNs;
        int budgetMs = s.turn.policy().interruptionBudgetMs();
        s.metrics.bargeInYield.record(tookNs);
        if (tookNs > budgetMs * TurnState.MS) {
            s.metrics.overBudget.increment();
            String what = "yield took " + tookNs / TurnState.MS + " ms, budget " + budgetMs + " ms";
            s.effects.note("warning", what);
            LOG.warn("Call {}: {}", s.callId, what);
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
