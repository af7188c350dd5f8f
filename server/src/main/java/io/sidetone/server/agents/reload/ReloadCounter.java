package io.sidetone.server.agents.reload;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Reloads of the configuration, by their outcome. */
enum ReloadCounter implements CounterName {
    /** The configuration is in use. */
    APPLIED,
    /** Nothing was changed. */
    REFUSED;

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_reloads", "Reloads of the configuration by outcome", "outcome", this);
    }
}
