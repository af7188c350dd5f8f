package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** Voices in order of preference, as one. Thread-safe. */
public final class FailoverSynthesizer implements Synthesizer {
    private final List<Candidate<Synthesizer>> alternatives;
    private final Supplier<ScheduledExecutorService> loops;
    private final int firstAudioMs;
    private final FailoverCounters handOvers;

    /**
     * Creates the voice.
     *
     * @param loops gives each session its loop
     * @param firstAudioMs how long a voice may take to begin a turn before the next is asked; the last is waited for
     */
    public FailoverSynthesizer(
            List<Candidate<Synthesizer>> alternatives, Supplier<ScheduledExecutorService> loops, int firstAudioMs) {
        this(alternatives, loops, firstAudioMs, new FailoverCounters());
    }

    /** The same; {@code handOvers} counts how often one stood in for another. */
    public FailoverSynthesizer(
            List<Candidate<Synthesizer>> alternatives,
            Supplier<ScheduledExecutorService> loops,
            int firstAudioMs,
            FailoverCounters handOvers) {
        this.alternatives = List.copyOf(alternatives);
        this.loops = loops;
        this.firstAudioMs = firstAudioMs;
        this.handOvers = handOvers;
        handOvers.possible(this.alternatives.stream().map(Candidate::name).toList());
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        FailoverSynthesisSession session =
                new FailoverSynthesisSession(loops.get(), alternatives, handOvers, call, events, firstAudioMs);
        session.open();
        return session;
    }

    @Override
    public EngineHealth health() {
        return Healths.any(alternatives, Synthesizer::health);
    }
}
