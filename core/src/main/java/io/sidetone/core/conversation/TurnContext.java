package io.sidetone.core.conversation;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Tokens;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.hearing.SpeechInput;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.playout.SpeechOutput;
import io.sidetone.core.turn.TurnEngine;
import io.sidetone.core.turn.TurnListener;
import java.util.function.BooleanSupplier;

/**
 * Context that the parts of a conversation work with: machines that keep their own state, and the effects. Nothing of the conversation
 * itself is in here. Immutable.
 *
 * @param callId for the log
 * @param epochNs monotonic time of admission
 * @param floor who may speak
 * @param turn turns evidence of speech into signals
 * @param hearing the caller's voice, on its way to the recognizer
 * @param speaking the agent's voice, from text to frames
 * @param tokens grants turns
 * @param fence read here; {@link Effects#fence} moves it
 * @param metrics counters of the lane
 * @param farEnd who is called
 * @param effects what is done to the world outside
 * @param listener is notified of turns
 * @param preemptible whether the dialogue can be asked before it is certain that its answer is wanted
 * @param reopening whether an engine was lost and may come back
 */
public record TurnContext(
        String callId,
        long epochNs,
        FloorMachine floor,
        TurnEngine turn,
        SpeechInput hearing,
        SpeechOutput speaking,
        Tokens tokens,
        Fence fence,
        LaneMetrics metrics,
        FarEnd farEnd,
        Effects effects,
        TurnListener listener,
        BooleanSupplier preemptible,
        BooleanSupplier reopening) {
    static final long MS = 1_000_000L;
}
