package io.sidetone.server.ops.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.FailoverCounters;
import io.sidetone.speech.filler.FillerDialogue;
import io.sidetone.speech.prompt.CachedSynthesizer;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Measures that are taken so that callers do not notice a service that fails or is slow. Any thread; read at scrapes. */
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
        shown.add(CounterMeters.gauge(
                registry,
                ServerMeter.ENGINE_CIRCUIT_OPEN,
                circuit,
                each -> each.resting() ? 1 : 0,
                "engine",
                engine,
                "role",
                role));
        shown.add(CounterMeters.counter(
                registry,
                ServerMeter.ENGINE_CIRCUIT_OPENINGS,
                circuit,
                Circuit::openings,
                "engine",
                engine,
                "role",
                role));
    }

    /** Shows how often one engine stood in for another. */
    public void handOvers(String role, FailoverCounters handOvers) {
        handOvers
                .counts()
                .forEach((way, count) -> shown.add(CounterMeters.counter(
                        registry,
                        ServerMeter.ENGINE_HANDOVERS,
                        count,
                        each -> each.sum(),
                        "role",
                        role,
                        "from",
                        way.from(),
                        "to",
                        way.to())));
    }

    /** Shows what {@code voices}, all of {@code engine}, did not have to be asked for. */
    public void prompts(String engine, List<CachedSynthesizer> voices) {
        prompts(ServerMeter.PROMPT_HITS, engine, voices, CachedSynthesizer::hits);
        prompts(ServerMeter.PROMPT_MISSES, engine, voices, CachedSynthesizer::misses);
    }

    private void prompts(
            ServerMeter name,
            String engine,
            List<CachedSynthesizer> voices,
            ToDoubleFunction<CachedSynthesizer> which) {
        shown.add(CounterMeters.counter(
                registry, name, voices, all -> all.stream().mapToDouble(which).sum(), "engine", engine));
    }

    /** Shows how often {@code fillers} spoke for the models of {@code agent}. */
    public void fillers(String agent, List<FillerDialogue> fillers) {
        shown.add(CounterMeters.counter(
                registry,
                ServerMeter.FILLERS,
                fillers,
                all -> all.stream().mapToLong(FillerDialogue::said).sum(),
                "agent",
                agent));
    }
}
