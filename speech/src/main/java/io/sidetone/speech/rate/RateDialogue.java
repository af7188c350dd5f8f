package io.sidetone.speech.rate;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import java.util.function.Supplier;

/** A model that hears and speaks itself, at the rate of each call. Thread-safe. */
public final class RateDialogue implements DialogueModel {
    private final ByRate<DialogueModel> choice;

    /** Creates it; {@code wide} is asked once, when the first call above 8 kHz comes. */
    public RateDialogue(DialogueModel narrow, Supplier<DialogueModel> wide) {
        this.choice = new ByRate<>(narrow, wide);
    }

    @Override
    public DialogueModel forMedia(int mediaRateHz) {
        return choice.forMedia(mediaRateHz);
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        return choice.narrow().open(call, events);
    }

    @Override
    public String modelId() {
        return choice.narrow().modelId();
    }

    @Override
    public boolean preemptible() {
        return choice.narrow().preemptible();
    }

    @Override
    public EngineHealth health() {
        return choice.narrow().health();
    }
}
