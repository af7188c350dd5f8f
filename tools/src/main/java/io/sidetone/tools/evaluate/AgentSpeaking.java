package io.sidetone.tools.evaluate;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnSignal;
import java.util.List;

/**
 * The agent speaks throughout. A pause or an interruption is reported, does not stop the agent, and may happen again.
 */
final class AgentSpeaking implements Part {
    private final TurnEngine turn;

    AgentSpeaking(TurnPolicy policy, VoiceContour voice) {
        turn = new TurnEngine(policy, voice);
        turn.mode(TurnMode.SPEAKING, 0);
    }

    @Override
    public void frame(float score, long nowNs, List<ClipEvent> into) {
        TurnSignal heard = turn.onFrame(score, nowNs);
        if (heard == TurnSignal.YIELD) {
            into.add(new ClipEvent(nowNs / ClipEvaluator.MS, ClipEvent.YIELD));
        } else if (heard == TurnSignal.COMMIT) {
            into.add(new ClipEvent(nowNs / ClipEvaluator.MS, ClipEvent.INTERRUPT));
            turn.interrupted(nowNs);
            turn.mode(TurnMode.LISTENING, nowNs);
            turn.mode(TurnMode.SPEAKING, nowNs);
        }
        turn.onTick(nowNs);
    }
}
