package io.sidetone.server.records.usage;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.config.engine.EngineConfig;
import io.sidetone.config.engine.PriceConfig;
import io.sidetone.core.usage.CallUsage;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.transport.metrics.CounterMeters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The configured prices of engines: an estimate; the provider's bill is exact. Thread-safe. */
public final class Prices {
    /** No engine has a price. */
    public static final Prices NONE = new Prices(List.of());

    private final List<Meter> shown = new ArrayList<>();
    private volatile Map<String, PriceConfig> byEngine;

    /** Creates the prices of {@code engines}. */
    public Prices(Collection<EngineConfig> engines) {
        replace(engines);
    }

    /** Replaces all prices by those of {@code engines}. */
    public void replace(Collection<EngineConfig> engines) {
        Map<String, PriceConfig> prices = new LinkedHashMap<>();
        for (EngineConfig engine : engines) {
            engine.price().ifPresent(price -> prices.put(engine.name(), price));
        }
        byEngine = prices;
    }

    /** Returns the price of an engine, as far as it is known. */
    public Optional<PriceConfig> of(String engine) {
        return Optional.ofNullable(byEngine.get(engine));
    }

    /** Returns the cost of {@code usage} by currency; engines without a price add nothing. */
    public Map<String, Double> total(CallUsage usage) {
        Map<String, Double> costs = new TreeMap<>();
        for (EngineUsage each : usage.engines()) {
            of(each.engine()).ifPresent(price -> costs.merge(price.currency(), price.of(each), Double::sum));
        }
        return costs;
    }

    /**
     * Publishes the cost of each of {@code meters} since the start, at the present prices; removes the counters that an
     * earlier call published.
     */
    public synchronized void bind(List<EngineMeter> meters, MeterRegistry registry) {
        shown.forEach(registry::remove);
        shown.clear();
        for (EngineMeter meter : meters) {
            of(meter.engine)
                    .ifPresent(price -> shown.add(CounterMeters.counter(
                            registry,
                            CostCounter.ENGINE_COST,
                            meter,
                            each -> price.of(measure -> counted(each, measure)),
                            "engine",
                            meter.engine,
                            "role",
                            meter.roleName(),
                            "currency",
                            price.currency())));
        }
    }

    private static long counted(EngineMeter meter, Measure measure) {
        return switch (measure) {
            case AUDIO_MS -> meter.audioMs.sum();
            case CHARACTERS -> meter.characters.sum();
            case INPUT_TOKENS -> meter.inputTokens.sum();
            case CACHED_TOKENS -> meter.cachedTokens.sum();
            case OUTPUT_TOKENS -> meter.outputTokens.sum();
            default -> 0;
        };
    }
}
