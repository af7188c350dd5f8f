package io.sidetone.speech.rate;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.function.Supplier;

/** A voice that speaks to each call at its rate. Thread-safe. */
public final class RateSynthesizer implements Synthesizer {
    private final ByRate<Synthesizer> choice;

    /** Creates it; {@code wide} is asked once, when the first call above 8 kHz comes. */
    public RateSynthesizer(Synthesizer narrow, Supplier<Synthesizer> wide) {
        this.choice = new ByRate<>(narrow, wide);
    }

    @Override
    public Synthesizer forMedia(int mediaRateHz) {
        return choice.forMedia(mediaRateHz);
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        return choice.narrow().open(call, events);
    }

    @Override
    public EngineHealth health() {
        return choice.narrow().health();
    }
}
