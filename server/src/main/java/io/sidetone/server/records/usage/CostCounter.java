package io.sidetone.server.records.usage;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Cost of engines, with a series for each engine and role. */
enum CostCounter implements CounterName {
    /** By the configured prices, since the start. */
    ENGINE_COST;

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_engine_cost", "What the engine asked for, by the configured prices");
    }
}
