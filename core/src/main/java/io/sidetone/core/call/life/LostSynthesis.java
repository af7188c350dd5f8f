package io.sidetone.core.call.life;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;

/** Stands for a voice whose session is gone: every clause fails, through the ring like any answer. */
final class LostSynthesis implements SynthesisSession {
    private static final EngineFailure GONE =
            new EngineFailure(EngineFailure.UNAVAILABLE, "the voice's session is gone; it is opened again", true);

    private final SynthesisEvents events;

    /** Answers through {@code events}. */
    LostSynthesis(SynthesisEvents events) {
        this.events = events;
    }

    @Override
    public void speak(long token, int clause, String text) {
        events.failed(token, clause, GONE);
    }

    @Override
    public void credit(long token, int ms) {}

    @Override
    public void cancel(long throughToken) {}

    /** Held nothing: its end is not awaited. */
    @Override
    public void close() {}
}
