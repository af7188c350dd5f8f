package io.sidetone.speech.realtime;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineKind;
import io.sidetone.speech.meter.EngineMeter;

/**
 * The meters of one realtime engine in its three roles.
 *
 * @param recognizer utterances, audio sent, words
 * @param dialogue responses, tokens
 * @param synthesizer clauses, audio received
 */
public record RealtimeMeters(EngineMeter recognizer, EngineMeter dialogue, EngineMeter synthesizer) {
    /** Returns the meters for {@code call}. */
    RealtimeMeters forCall(CallContext call) {
        return new RealtimeMeters(recognizer.forCall(call), dialogue.forCall(call), synthesizer.forCall(call));
    }

    /** Returns new meters of {@code engine}. */
    public static RealtimeMeters of(String engine) {
        return new RealtimeMeters(
                new EngineMeter(engine, EngineKind.RECOGNIZER),
                new EngineMeter(engine, EngineKind.DIALOGUE),
                new EngineMeter(engine, EngineKind.SYNTHESIZER));
    }
}
