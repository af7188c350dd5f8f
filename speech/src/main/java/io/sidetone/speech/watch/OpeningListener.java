package io.sidetone.speech.watch;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.meter.EngineMeter;

/** Counts sessions that could not be opened, for engines that count everything else themselves. */
public final class OpeningListener implements EngineListener {
    private final EngineMeter meter;

    /** Counts with {@code meter}. */
    public OpeningListener(EngineMeter meter) {
        this.meter = meter;
    }

    @Override
    public void unreachable(EngineFailure failure) {
        meter.failures.increment();
    }
}
