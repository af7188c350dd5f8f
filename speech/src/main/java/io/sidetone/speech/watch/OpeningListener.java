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
    public void asked(long token, int clause, int characters, long nowNs) {}

    @Override
    public void ended(long token, long audioMs, long nowNs) {}

    @Override
    public void piece(long token, int clause, long audioMs, long nowNs) {}

    @Override
    public void done(long token, int clause, long nowNs) {}

    @Override
    public void failed(long token, int clause, EngineFailure failure, long nowNs) {}

    @Override
    public void cancelled(long token, long nowNs) {}

    @Override
    public void unreachable(EngineFailure failure) {
        meter.failures.increment();
    }
}
