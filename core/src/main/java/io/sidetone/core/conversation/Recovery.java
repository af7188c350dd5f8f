package io.sidetone.core.conversation;

import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.turn.Degradation;
import io.sidetone.core.turn.Degradation.Cause;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnListener;

/**
 * Behavior of a call when something it needs does not answer: the recovering overlay, one sentence of guidance, commits by
 * hand, and the way back (ITE-REQ-009, ITE-CON-002). Lane thread only.
 */
final class Recovery {
    /** A session that is back so soon leaves nothing to be said about what still works. */
    private static final int PATIENCE_MS = 1_000;

    private static final int MODEL_FAILURES = 2;

    /** Guidance does not begin while the caller talks, who would cut it off at once; a noisy line delays it so much at most. */
    private static final int MOST_DEFERRED_MS = 5_000;

    private final FloorMachine floor;
    private final TurnEngine turn;
    private final SpeechInput hearing;
    private final FarEnd farEnd;
    private final LaneMetrics metrics;
    private final Effects effects;
    private final TurnListener listener;
    private final Degradation degradation = new Degradation();
    private String guidance = "";
    private long guidanceNs;
    private boolean statedKeysOnly;
    private boolean statedManually;
    private int modelFailures;
    private boolean mute;

    Recovery(TurnContext context) {
        this.floor = context.floor();
        this.turn = context.turn();
        this.hearing = context.hearing();
        this.farEnd = context.farEnd();
        this.metrics = context.metrics();
        this.effects = context.effects();
        this.listener = context.listener();
    }

    /** The call is up, or goes on after a hold: sources are expected to speak from now on. */
    void restart(long nowNs) {
        degradation.restart(nowNs);
    }

    /** The caller was heard; the detector on the lane has a score for every frame; other sources have to send one. */
    void frame(long nowNs) {
        if (hearing.evidence().selected() == SpeechSource.ENERGY) {
            degradation.evidence(nowNs);
        } else {
            degradation.frame(nowNs);
        }
    }

    /** An off-lane source gave evidence. */
    void evidence(SpeechSource source, long nowNs) {
        if (source == hearing.evidence().selected()) {
            degradation.evidence(nowNs);
        }
    }

    /** Proof of life without audio: of a quiet line no source has anything to say. */
    void alive(long nowNs) {
        if (hearing.evidence().selected() == SpeechSource.ENERGY) {
            degradation.evidence(nowNs);
        } else {
            degradation.alive(nowNs);
        }
    }

    /** Another policy applies: another source has its own time, another fallback applies at once. */
    void policy(boolean anotherSource, long nowNs) {
        if (anotherSource) {
            restart(nowNs);
        }
        byHand();
    }

    void tick(long nowNs) {
        // A connection that was up before the engines were is not silent yet: the greeting begins the count.
        if (!farEnd.answered() || floor.in(FloorState.CONNECTING)) {
            return;
        }
        if (degradation.missing(Cause.NO_EVIDENCE)) {
            if (degradation.steady(nowNs)) {
                found(Cause.NO_EVIDENCE, nowNs);
            }
        } else if (degradation.silent(turn.policy().number(PolicyNumber.DEGRADED), nowNs)) {
            missing(Cause.NO_EVIDENCE, words().hardToHear(), nowNs);
        }
    }

    void recognizerStalled(long nowNs) {
        missing(Cause.RECOGNIZER, words().hardToHear(), nowNs);
    }

    void recognizerLost(long nowNs) {
        missing(Cause.RECOGNIZER_LOST, "", nowNs);
        guide(words().keysOnly(), nowNs + PATIENCE_MS * TurnContext.MS);
    }

    /** The caller is heard again, and hears so where anything had to be said twice or with keys. */
    void recognizerBack(boolean wordsLost, long nowNs) {
        found(Cause.RECOGNIZER_LOST, nowNs);
        found(Cause.RECOGNIZER, nowNs);
        if (degradation.missing(Cause.MODEL) && !statedManually) {
            guide(words().byHand(), nowNs + PATIENCE_MS * TurnContext.MS);
        } else {
            guide(statedKeysOnly ? words().heardAgain() : wordsLost ? words().sayAgain() : "", nowNs);
        }
        statedKeysOnly = false;
    }

    private void guide(String sentence, long fromNs) {
        guidance = sentence;
        guidanceNs = fromNs;
    }

    void recognizerAnswers(long nowNs) {
        found(Cause.RECOGNIZER, nowNs);
    }

    /** A voice that fails cannot say so: no guidance. */
    void synthesizerFails(long nowNs) {
        missing(Cause.SYNTHESIZER, "", nowNs);
    }

    void synthesizerAnswers(long nowNs) {
        found(Cause.SYNTHESIZER, nowNs);
    }

    /** The voice itself is gone: guidance waits until it is back. */
    void voiceLost(long nowNs) {
        mute = true;
        missing(Cause.SYNTHESIZER, "", nowNs);
    }

    void voiceBack(boolean cutShort, long nowNs) {
        mute = false;
        found(Cause.SYNTHESIZER, nowNs);
        if (cutShort && guidance.isEmpty()) {
            guide(words().sayAgain(), nowNs);
        }
    }

    void modelLost(long nowNs) {
        missing(Cause.MODEL, "", nowNs);
        // Who is not heard either has the keys alone; the rest is said when he is heard again.
        if (!degradation.missing(Cause.RECOGNIZER_LOST)) {
            guide(words().byHand(), nowNs + PATIENCE_MS * TurnContext.MS);
        }
    }

    void modelUnreachable(long nowNs) {
        if (++modelFailures >= MODEL_FAILURES) {
            missing(Cause.MODEL, words().byHand(), nowNs);
        }
    }

    void modelAnswers(long nowNs) {
        modelFailures = 0;
        statedManually = false;
        found(Cause.MODEL, nowNs);
    }

    /** Returns the sentence that is to be said now, once; empty when there is none. */
    String takeGuidance(long nowNs) {
        boolean early = nowNs - guidanceNs < (turn.talks(nowNs) ? MOST_DEFERRED_MS * TurnContext.MS : 0);
        if (mute || !farEnd.answered() || early) {
            return "";
        }
        String taken = guidance;
        statedKeysOnly |= words().keysOnly().equals(taken);
        statedManually |= words().byHand().equals(taken);
        guidance = "";
        return taken;
    }

    private void missing(Cause cause, String sentence, long nowNs) {
        boolean first = !degradation.any();
        if (!degradation.begin(cause)) {
            return;
        }
        effects.note("degraded", cause.code() + instead(cause));
        metrics.increment(LaneCounter.DEGRADATIONS);
        byHand();
        if (first) {
            guide(sentence, nowNs);
            floor.recovering(true);
        }
        effects.overlays();
        listener.degraded(cause.code(), nowNs);
    }

    private void found(Cause cause, long nowNs) {
        if (!degradation.end(cause)) {
            return;
        }
        byHand();
        if (degradation.any()) {
            return;
        }
        guidance = "";
        floor.recovering(false);
        effects.note("recovered", cause.code());
        effects.overlays();
        listener.recovered(nowNs);
    }

    /** Returns what takes the place of a source that is silent. */
    private String instead(Cause cause) {
        return cause == Cause.NO_EVIDENCE && turn.policy().vad() != SpeechSource.ENERGY
                ? "; " + turn.policy().fallbackMode().wireName() + " fallback of "
                        + turn.policy().vad().wireName()
                : "";
    }

    /**
     * Evidence decides nothing without a recognizer, nor, where the policy says so, without its primary source; it ends no
     * turn without a model to answer.
     */
    private void byHand() {
        hearing.evidence().fallBack(degradation.missing(Cause.NO_EVIDENCE));
        boolean blind = degradation.missing(Cause.NO_EVIDENCE) && turn.policy().fallbackMode() == FallbackMode.MANUAL;
        turn.manual(blind || degradation.missing(Cause.RECOGNIZER_LOST));
        turn.commitByHand(degradation.missing(Cause.MODEL));
    }

    private SpokenGuidance words() {
        return turn.policy().guidance();
    }
}
