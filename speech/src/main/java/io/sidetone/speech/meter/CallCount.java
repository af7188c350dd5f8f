package io.sidetone.speech.meter;

import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;

/** A count of one call that also counts for the engine. */
final class CallCount extends Count {
    private final Count engine;
    private final EngineUsage usage;
    private final Measure measure;

    CallCount(Count engine, EngineUsage usage, Measure measure) {
        this.engine = engine;
        this.usage = usage;
        this.measure = measure;
    }

    @Override
    public void add(long amount) {
        usage.add(measure, amount);
        engine.add(amount);
    }

    @Override
    public long sum() {
        return usage.of(measure);
    }
}
