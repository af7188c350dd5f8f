package io.sidetone.server.ops.metrics;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Opinion of most people on calls of an estimated MOS (ITU-T G.107 table B.1). */
public enum CallOpinion implements CounterName {
    /** Very satisfied. */
    EXCELLENT(4.34),
    /** Satisfied. */
    GOOD(4.03),
    /** Some are dissatisfied. */
    FAIR(3.60),
    /** Many are dissatisfied. */
    POOR(3.10),
    /** Nearly all are dissatisfied. */
    BAD(1);

    private final double atLeast;

    CallOpinion(double atLeast) {
        this.atLeast = atLeast;
    }

    /** Returns what is said of {@code mos}. */
    static CallOpinion of(double mos) {
        for (CallOpinion opinion : values()) {
            if (mos >= opinion.atLeast) {
                return opinion;
            }
        }
        return BAD;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of(
                "sidetone_trunk_calls",
                "Calls by how they sounded by the E-model: callers here (in), the agent at the caller's (out)",
                "opinion",
                this);
    }
}
