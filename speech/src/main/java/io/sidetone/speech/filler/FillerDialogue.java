package io.sidetone.speech.filler;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** A dialogue model that says a filler sentence when the wrapped model begins its answer late. Thread-safe. */
public final class FillerDialogue implements DialogueModel {
    private final DialogueModel model;
    private final String filler;
    private final int afterMs;
    private final Supplier<ScheduledExecutorService> timers;
    private final LongAdder said = new LongAdder();

    /**
     * Wraps {@code model}.
     *
     * @param filler sentence, said at most once per turn
     * @param afterMs silence for the caller before the filler
     */
    public FillerDialogue(DialogueModel model, String filler, int afterMs, Supplier<ScheduledExecutorService> timers) {
        this.model = model;
        this.filler = filler.strip() + " ";
        this.afterMs = afterMs;
        this.timers = timers;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        FillerSession session = new FillerSession(call, events, filler, afterMs, timers.get(), said);
        session.behind(model.open(call, session.answers()));
        return session;
    }

    /** Returns how often the filler was said. */
    public long said() {
        return said.sum();
    }

    @Override
    public Capabilities capabilities() {
        return model.capabilities();
    }

    @Override
    public EngineHealth health() {
        return model.health();
    }
}
