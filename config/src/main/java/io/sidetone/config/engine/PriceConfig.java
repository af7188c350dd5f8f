package io.sidetone.config.engine;

import io.sidetone.config.problem.Problems;
import io.sidetone.config.value.ValueRule;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Prices of what a service asks money for, as far as it is counted here.
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
    private static final double MILLION = 1e6;
    private static final double MS_PER_MINUTE = 60_000;

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

    /** The names and numbers of the file to a price. */
    static final class Listed implements ValueRule<Map<String, String>, PriceConfig> {
        private static final List<String> PRICED =
                List.of("input-tokens", "cached-tokens", "output-tokens", "characters", "audio-minutes");

        @Override
        public PriceConfig apply(Map<String, String> priced, String path, Problems problems) {
            Map<String, String> given = new LinkedHashMap<>(priced);
            if (given.isEmpty()) {
                return null;
            }
            String currency = given.remove("currency");
            if (currency == null || currency.isBlank()) {
                problems.add(path, "has no currency", "add currency: EUR, or what the bill is in");
            }
            Map<String, Double> amounts = new LinkedHashMap<>();
            given.forEach((name, text) -> amounts.put(name, amount(name, text, path, problems)));
            double input = amounts.getOrDefault("input-tokens", 0.0);
            return new PriceConfig(
                    input,
                    amounts.getOrDefault("cached-tokens", input),
                    amounts.getOrDefault("output-tokens", 0.0),
                    amounts.getOrDefault("characters", 0.0),
                    amounts.getOrDefault("audio-minutes", 0.0),
                    currency == null ? "" : currency.strip());
        }

        private static double amount(String name, String text, String path, Problems problems) {
            if (!PRICED.contains(name)) {
                problems.add(
                        path, "'" + name + "' has no price here", "use " + String.join(", ", PRICED) + ", currency");
                return 0;
            }
            if (!text.strip().matches("[0-9]{1,9}([.][0-9]{1,12})?")) {
                problems.add(path, name + ": '" + text + "' is no price", "write a number such as 0.40");
                return 0;
            }
            return Double.parseDouble(text.strip());
        }
    }
}
