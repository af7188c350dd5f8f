package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineHealth;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** Models in order of preference, as one. Thread-safe. */
public final class FailoverDialogue implements DialogueModel {
    private final List<Candidate<DialogueModel>> alternatives;
    private final Supplier<ScheduledExecutorService> loops;
    private final int firstTextMs;
    private final FailoverCounters handOvers;

    /**
     * Creates the model.
     *
     * @param loops gives each session its loop
     * @param firstTextMs how long a model may take to begin before the next is asked; the last is waited for
     */
    public FailoverDialogue(
            List<Candidate<DialogueModel>> alternatives, Supplier<ScheduledExecutorService> loops, int firstTextMs) {
        this(alternatives, loops, firstTextMs, new FailoverCounters());
    }

    /** The same; {@code handOvers} counts how often one stood in for another. */
    public FailoverDialogue(
            List<Candidate<DialogueModel>> alternatives,
            Supplier<ScheduledExecutorService> loops,
            int firstTextMs,
            FailoverCounters handOvers) {
        this.alternatives = List.copyOf(alternatives);
        this.loops = loops;
        this.firstTextMs = firstTextMs;
        this.handOvers = handOvers;
        handOvers.possible(this.alternatives.stream().map(Candidate::name).toList());
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        FailoverDialogueSession session =
                new FailoverDialogueSession(loops.get(), alternatives, handOvers, call, events, firstTextMs);
        session.open();
        return session;
    }

    @Override
    public String modelId() {
        return alternatives.get(0).engine().modelId();
    }

    @Override
    public boolean preemptible() {
        return alternatives.stream().anyMatch(model -> model.engine().preemptible());
    }

    @Override
    public EngineHealth health() {
        return Healths.any(alternatives, DialogueModel::health);
    }
}
