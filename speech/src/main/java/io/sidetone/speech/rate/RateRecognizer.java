package io.sidetone.speech.rate;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import java.util.function.Supplier;

/** A recogniser that hears each call at its rate. Thread-safe. */
public final class RateRecognizer implements Recognizer {
    private final ByRate<Recognizer> choice;

    /** Creates it; {@code wide} is asked once, when the first call above 8 kHz comes. */
    public RateRecognizer(Recognizer narrow, Supplier<Recognizer> wide) {
        this.choice = new ByRate<>(narrow, wide);
    }

    @Override
    public Recognizer forMedia(int mediaRateHz) {
        return choice.forMedia(mediaRateHz);
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return choice.narrow().open(call, events);
    }

    @Override
    public int sampleRateHz() {
        return choice.narrow().sampleRateHz();
    }

    @Override
    public boolean wantsImageLeak() {
        return choice.narrow().wantsImageLeak();
    }

    @Override
    public boolean givesEvidence() {
        return choice.narrow().givesEvidence();
    }

    @Override
    public boolean hearsWords() {
        return choice.narrow().hearsWords();
    }

    @Override
    public EngineHealth health() {
        return choice.narrow().health();
    }
}
