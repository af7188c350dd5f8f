package io.sidetone.core.conversation;

import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.vad.VoiceActivitySession;

/**
 * What it means for the conversation that an engine dies and comes back (ITE-CON-002): what waits for it goes on without,
 * the caller is told what still works, and is heard or answered as before when it is back. Lane thread only.
 */
public final class EngineLoss {
    private static final EngineFailure MODEL_GONE =
            new EngineFailure(EngineFailure.UNAVAILABLE, "the model's session died", true);

    private final TurnState s;
    private final AgentTurns agent;
    private final CallerTurns caller;
    private boolean cutShort;
    private boolean wordsLost;

    EngineLoss(TurnState state, AgentTurns agent, CallerTurns caller) {
        this.s = state;
        this.agent = agent;
        this.caller = caller;
    }

    /** Keys, typed text and requests only. */
    public void recognizerLost(long nowNs) {
        s.hearing.session(null);
        s.deaf = true;
        s.recovery.recognizerLost(nowNs);
        s.pending.unheard();
        wordsLost = caller.unheard(nowNs);
    }

    public void recognizerBack(RecognizerSession session, long nowNs) {
        s.hearing.session(session);
        s.deaf = false;
        s.digitsOnly = false;
        s.recovery.recognizerBack(wordsLost, nowNs);
        wordsLost = false;
    }

    /** The detector beside the lane is there, or gone (null): the one on the lane goes on, and nothing need be said. */
    public void detector(VoiceActivitySession session) {
        s.hearing.detector(session);
    }

    /** The caller is heard, and says when to try for an answer. */
    public void modelLost(DialogueSession standIn, long nowNs) {
        s.dialogue = standIn;
        s.modelGone = true;
        s.giveUp("the model is gone");
        s.orphan = s.speaking.token();
        s.recovery.modelLost(nowNs);
        agent.unanswered(MODEL_GONE, nowNs);
    }

    public void modelBack(DialogueSession session, long nowNs) {
        s.modelGone = false;
        s.dialogue(session);
        s.narrated.dialogueBack();
        s.recovery.modelAnswers(nowNs);
    }

    /** What was synthesized is played; the rest of the turn cannot be heard. */
    public void voiceLost(SynthesisSession standIn, long nowNs) {
        cutShort = s.speaking.lost(standIn);
        s.recovery.voiceLost(nowNs);
        agent.muted(nowNs);
    }

    public void voiceBack(SynthesisSession session, long nowNs) {
        s.speaking.session(session);
        s.recovery.voiceBack(cutShort, nowNs);
        cutShort = false;
    }
}
