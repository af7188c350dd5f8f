package io.sidetone.core.call.plan;

import io.sidetone.audio.SampleRate;
import java.util.function.Supplier;

/** The engines of an agent: one set for narrow-band calls, one for all others. Thread-safe. */
public final class EnginesByRate {
    private final EngineSet narrow;
    private final Supplier<EngineSet> maker;
    private EngineSet wide;

    /** Creates it; {@code wide} is asked once, when the first call above 8 kHz comes. */
    public EnginesByRate(EngineSet narrow, Supplier<EngineSet> wide) {
        this.narrow = narrow;
        this.maker = wide;
    }

    /** The same engines for every call. */
    public static EnginesByRate always(EngineSet engines) {
        return new EnginesByRate(engines, () -> engines);
    }

    /** The engines of narrow-band calls. */
    public EngineSet narrow() {
        return narrow;
    }

    /** Returns the engines for calls whose frames come and go at {@code mediaRateHz}. */
    public EngineSet at(int mediaRateHz) {
        return mediaRateHz <= SampleRate.NARROWBAND_HZ ? narrow : wide();
    }

    private synchronized EngineSet wide() {
        if (wide == null) {
            wide = maker.get();
        }
        return wide;
    }
}
