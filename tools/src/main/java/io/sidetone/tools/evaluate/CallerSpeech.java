package io.sidetone.tools.evaluate;

import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnSignal;
import io.sidetone.core.turn.TurnStage;
import java.util.List;

/**
 * Speech as the agent reacts to it, whoever has the floor. It begins with the evidence that makes a speaking agent
 * pause ({@code yieldMs}). It ends after the silence that lets the agent continue ({@code resumeSilenceMs}). A turn of
 * the caller needs more speech and more silence ({@code onsetMs}, {@code endSilenceMs}); here every stretch of speech
 * counts alone.
 */
final class CallerSpeech implements Part {
    private final TurnEngine turn;
    private boolean speaking;

    CallerSpeech(TurnPolicy policy) {
        turn = new TurnEngine(policy.with(PolicyNumber.ONSET, policy.yieldMs(TurnStage.SPEAKING)));
        turn.mode(TurnMode.OPEN, 0);
    }

    @Override
    public void frame(float score, long nowNs, List<ClipEvent> into) {
        TurnSignal heard = turn.onFrame(score, nowNs);
        if (heard == TurnSignal.SPEECH_START) {
            speaking = true;
            turn.mode(TurnMode.LISTENING, nowNs);
            into.add(new ClipEvent(nowNs / ClipEvaluator.MS, ClipEvent.SPEECH_START));
        }
        if (speaking && nowNs - turn.lastSpeechNs() >= turn.policy().resumeSilenceMs() * ClipEvaluator.MS) {
            speaking = false;
            turn.mode(TurnMode.OPEN, nowNs);
            into.add(new ClipEvent(nowNs / ClipEvaluator.MS, ClipEvent.SPEECH_END));
        }
    }
}
