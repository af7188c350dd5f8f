package io.sidetone.core.conversation;

import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.vad.VoiceActivitySession;

/**
 * Consequences for the conversation when an engine dies and comes back (ITE-CON-002): what waits for it goes on without,
 * the caller hears what still works, and is heard or answered as before when it is back. Lane thread only.
 */
public final class EngineLoss {
    private static final EngineFailure MODEL_GONE =
            new EngineFailure(EngineFailure.UNAVAILABLE, "the model's session died", true);

    private final SpeechInput hearing;
    private final SpeechOutput speaking;
    private final Listening listening;
    private final PendingTurn pending;
    private final ModelSession model;
    private final EarlyRequest early;
    private final NarratedState narrated;
    private final Recovery recovery;
    private final AgentTurns agent;
    private final CallerTurns caller;
    private boolean cutShort;
    private boolean wordsLost;

    EngineLoss(TurnContext context, TurnParts parts, AgentTurns agent, CallerTurns caller) {
        this.hearing = context.hearing();
        this.speaking = context.speaking();
        this.listening = parts.listening();
        this.pending = parts.pending();
        this.model = parts.model();
        this.early = parts.early();
        this.narrated = parts.narrated();
        this.recovery = parts.recovery();
        this.agent = agent;
        this.caller = caller;
    }

    /** Keys, typed text and requests only. */
    public void recognizerLost(long nowNs) {
        listening.lost();
        recovery.recognizerLost(nowNs);
        pending.unheard();
        wordsLost = caller.unheard(nowNs);
    }

    public void recognizerBack(RecognizerSession session, long nowNs) {
        listening.back(session);
        recovery.recognizerBack(wordsLost, nowNs);
        wordsLost = false;
    }

    /** The off-lane detector is there, or gone (null): the one on the lane goes on, and nothing need be said. */
    public void detector(VoiceActivitySession session) {
        hearing.detector(session);
    }

    /** The caller is heard, and says when to try for an answer. */
    public void modelLost(DialogueSession standIn, long nowNs) {
        model.lost(standIn, speaking.token());
        early.giveUp("the model is gone");
        recovery.modelLost(nowNs);
        agent.unanswered(MODEL_GONE, nowNs);
    }

    public void modelBack(DialogueSession session, long nowNs) {
        model.open(session);
        narrated.dialogueBack();
        recovery.modelAnswers(nowNs);
    }

    /** Plays what was synthesized; the rest of the turn cannot be heard. */
    public void voiceLost(SynthesisSession standIn, long nowNs) {
        early.voiceChanges();
        cutShort = speaking.lost(standIn);
        recovery.voiceLost(nowNs);
        agent.muted(nowNs);
    }

    public void voiceBack(SynthesisSession session, long nowNs) {
        early.voiceChanges();
        speaking.session(session);
        recovery.voiceBack(cutShort, nowNs);
        cutShort = false;
    }
}
