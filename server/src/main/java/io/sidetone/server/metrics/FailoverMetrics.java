package io.sidetone.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.FailoverCounters;
import io.sidetone.speech.filler.FillerDialogue;
import io.sidetone.speech.prompt.CachedSynthesizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What is done so that callers do not notice a service that fails or is slow. Any thread; read at scrapes. */
public final class FailoverMetrics {
    private final MeterRegistry registry;
    private final List<Meter> shown = new ArrayList<>();

    /** Binds to {@code registry}, which holds what it counts by weak references only. */
    public FailoverMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows nothing any more, until it is bound to other engines. */
    public void clear() {
        shown.forEach(registry::remove);
        shown.clear();
    }

    /** Shows whether {@code engine} is left alone in {@code role}. */
    public void circuit(String engine, String role, Circuit circuit) {
        shown.add(Gauge.builder("sidetone_engine_circuit_open", circuit, each -> each.resting() ? 1 : 0)
                .description("1 while an engine is left alone after failures")
                .tag("engine", engine)
                .tag("role", role)
                .register(registry));
        shown.add(FunctionCounter.builder("sidetone_engine_circuit_openings", circuit, Circuit::openings)
                .description("Times an engine began to be left alone")
                .tag("engine", engine)
                .tag("role", role)
                .register(registry));
    }

    /** Shows how often one engine stood in for another. */
    public void handOvers(String role, FailoverCounters handOvers) {
        handOvers
                .counts()
                .forEach((way, count) ->
                        shown.add(FunctionCounter.builder("sidetone_engine_handovers", count, each -> each.sum())
                                .description("Requests and sessions that were handed to the next engine")
                                .tag("role", role)
                                .tag("from", way.from())
                                .tag("to", way.to())
                                .register(registry)));
    }

    /** Shows what {@code voices}, all of {@code engine}, did not have to be asked for. */
    public void prompts(String engine, List<CachedSynthesizer> voices) {
        prompts("sidetone_prompt_hits", "Clauses said from what is kept", engine, voices, CachedSynthesizer::hits);
        prompts("sidetone_prompt_misses", "Clauses a voice was asked for", engine, voices, CachedSynthesizer::misses);
    }

    private void prompts(
            String name,
            String help,
            String engine,
            List<CachedSynthesizer> voices,
            ToDoubleFunction<CachedSynthesizer> which) {
        shown.add(FunctionCounter.builder(
                        name, voices, all -> all.stream().mapToDouble(which).sum())
                .description(help)
                .tag("engine", engine)
                .register(registry));
    }

    /** Shows how often {@code fillers} spoke for the models of {@code agent}. */
    public void fillers(String agent, List<FillerDialogue> fillers) {
        shown.add(FunctionCounter.builder("sidetone_fillers", fillers, all -> all.stream()
                        .mapToLong(FillerDialogue::said)
                        .sum())
                .description("Times a caller was told that the answer takes a moment")
                .tag("agent", agent)
                .register(registry));
    }
}
