package io.sidetone.config.engine;

import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.util.function.ToLongFunction;

/**
 * What a service asks for, as far as it is counted here.
 *
 * @param inputTokens for a million
 * @param cachedTokens for a million that the service had kept; they are no input tokens then
 * @param outputTokens for a million
 * @param characters for a million
 * @param audioMinutes for a minute
 * @param currency as the bill has it
 */
public record PriceConfig(
        double inputTokens,
        double cachedTokens,
        double outputTokens,
        double characters,
        double audioMinutes,
        String currency) {
    /** Nothing is known of what it asks for. */
    public static final PriceConfig NONE = new PriceConfig(0, 0, 0, 0, 0, "");

    private static final double MILLION = 1e6;
    private static final double MS_PER_MINUTE = 60_000;

    /** Whether a price is known. */
    public boolean known() {
        return !currency.isEmpty();
    }

    /** Returns what {@code usage} costs. */
    public double of(EngineUsage usage) {
        return of(usage::of);
    }

    /** Returns the cost of the amounts in {@code counted}. */
    public double of(ToLongFunction<Measure> counted) {
        long cached = counted.applyAsLong(Measure.CACHED_TOKENS);
        return ((counted.applyAsLong(Measure.INPUT_TOKENS) - cached) * inputTokens
                                + cached * cachedTokens
                                + counted.applyAsLong(Measure.OUTPUT_TOKENS) * outputTokens
                                + counted.applyAsLong(Measure.CHARACTERS) * characters)
                        / MILLION
                + counted.applyAsLong(Measure.AUDIO_MS) * audioMinutes / MS_PER_MINUTE;
    }
}
