package io.sidetone.server.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.sidetone.speech.meter.Count;
import io.sidetone.speech.meter.EngineMeter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** What services did and cost, by engine and role: {@code sidetone_engine_…}. Read at scrapes. */
final class EngineMetrics {
    private final MeterRegistry registry;
    private final Consumer<DurationHistogram> histograms;
    private final Set<EngineMeter> shown = new HashSet<>();
    private DurationHistogram first;
    private DurationHistogram whole;

    /** Shows in {@code registry}; {@code histograms} takes what is of another kind. */
    EngineMetrics(MeterRegistry registry, Consumer<DurationHistogram> histograms) {
        this.registry = registry;
        this.histograms = histograms;
    }

    /** Shows {@code meters} besides those that are shown. */
    synchronized void bind(List<EngineMeter> meters) {
        for (EngineMeter meter : meters) {
            if (!shown.add(meter)) {
                continue;
            }
            count(registry, meter, "requests", "Utterances, responses or clauses asked for", m -> m.requests);
            count(
                    registry,
                    meter,
                    "failures",
                    "Of these, failed, and connections that could not be made",
                    m -> m.failures);
            count(registry, meter, "cancelled", "Of these, cancelled", m -> m.cancelled);
            count(registry, meter, "late_dropped", "Messages for what was cancelled, dropped", m -> m.lateDropped);
            count(
                    registry,
                    meter,
                    "unexpected_messages",
                    "Messages that the protocol does not know",
                    m -> m.unexpected);
            count(registry, meter, "strange", "The former name of unexpected_messages", m -> m.unexpected);
            count(registry, meter, "audio_ms", "Audio that was sent or received, in ms", m -> m.audioMs);
            count(registry, meter, "characters", "Characters that were synthesized", m -> m.characters);
            count(registry, meter, "input_tokens", "Tokens that a model was given", m -> m.inputTokens);
            count(registry, meter, "cached_tokens", "Of these, kept by the service", m -> m.cachedTokens);
            count(registry, meter, "output_tokens", "Tokens that a model gave", m -> m.outputTokens);
            if (first == null) {
                first = new DurationHistogram(DurationMetric.ENGINE_FIRST_ANSWER);
                whole = new DurationHistogram(DurationMetric.ENGINE_WHOLE_ANSWER);
                histograms.accept(first);
                histograms.accept(whole);
            }
            times(first, meter, each -> each.firstAnswer);
            times(whole, meter, each -> each.wholeAnswer);
        }
    }

    private static void count(
            MeterRegistry registry, EngineMeter meter, String what, String help, Function<EngineMeter, Count> of) {
        FunctionCounter.builder(
                        "sidetone.engine." + what, meter, m -> of.apply(m).sum())
                .description(help)
                .tag("engine", meter.engine)
                .tag("role", meter.roleName())
                .register(registry);
    }

    private static void times(
            DurationHistogram histogram, EngineMeter meter, Function<EngineMeter, AbstractHistogram> of) {
        histogram.series(Labels.of("engine", meter.engine, "role", meter.roleName()), List.of(() -> {
            Histogram copy = new Histogram(2);
            copy.setAutoResize(true);
            copy.add(of.apply(meter));
            return copy;
        }));
    }
}
