package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FedSession;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** Recognisers in order of preference, as one, at the rate of the first. Thread-safe. */
public final class FailoverRecognizer implements Recognizer {
    private final List<Candidate<Recognizer>> alternatives;
    private final Supplier<ScheduledExecutorService> loops;
    private final int finalMs;
    private final FailoverCounters handOvers;

    /**
     * Creates the recogniser.
     *
     * @param loops gives each session its loop
     * @param finalMs how long a transcript may take after the end of an utterance before the next recogniser is given the
     *     utterance; the last is waited for
     */
    public FailoverRecognizer(
            List<Candidate<Recognizer>> alternatives, Supplier<ScheduledExecutorService> loops, int finalMs) {
        this(alternatives, loops, finalMs, new FailoverCounters());
    }

    /** The same; {@code handOvers} counts how often one stood in for another. */
    public FailoverRecognizer(
            List<Candidate<Recognizer>> alternatives,
            Supplier<ScheduledExecutorService> loops,
            int finalMs,
            FailoverCounters handOvers) {
        this.alternatives = List.copyOf(alternatives);
        this.loops = loops;
        this.finalMs = finalMs;
        this.handOvers = handOvers;
        handOvers.possible(this.alternatives.stream().map(Candidate::name).toList());
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        FailoverRecognizerSession session = new FailoverRecognizerSession(
                loops.get(), alternatives, handOvers, call, events, sampleRateHz(), finalMs);
        session.open();
        return new FedSession(session.feed(), session.line());
    }

    @Override
    public int sampleRateHz() {
        return alternatives.get(0).engine().sampleRateHz();
    }

    @Override
    public boolean wantsImageLeak() {
        return alternatives.get(0).engine().wantsImageLeak();
    }

    /** Where one gives none, a call that listens to it would be deaf. */
    @Override
    public boolean givesEvidence() {
        return alternatives.stream().allMatch(each -> each.engine().givesEvidence());
    }

    /** Where one hears words, they may be what was said. */
    @Override
    public boolean hearsWords() {
        return alternatives.stream().anyMatch(each -> each.engine().hearsWords());
    }

    @Override
    public EngineHealth health() {
        return Healths.any(alternatives, Recognizer::health);
    }
}
