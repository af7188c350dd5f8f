package io.sidetone.tools.evaluate;

import io.sidetone.audio.prosody.VoiceContour;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnMode;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnSignal;
import java.util.List;

/** The caller takes the floor and the end of the turn is reported; then the next turn may begin. */
final class CallerTurn implements Part {
    private final TurnEngine turn;

    CallerTurn(TurnPolicy policy, VoiceContour voice) {
        turn = new TurnEngine(policy, voice);
        turn.mode(TurnMode.OPEN, 0);
    }

    @Override
    public void frame(float score, long nowNs, List<ClipEvent> into) {
        if (turn.onFrame(score, nowNs) == TurnSignal.SPEECH_START) {
            turn.mode(TurnMode.LISTENING, nowNs);
        }
        TurnSignal passed = turn.onTick(nowNs);
        if (passed == TurnSignal.END_OF_TURN || passed == TurnSignal.TURN_TOO_LONG) {
            into.add(new ClipEvent(nowNs / ClipEvaluator.MS, ClipEvent.TURN_END));
            turn.mode(TurnMode.OPEN, nowNs);
        }
    }
}
