package io.sidetone.server.traces;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.watch.EngineListener;

/** Notes when one engine of a call was asked and answered. The lane and the engine's thread. */
final class TraceListener implements EngineListener {
    private final Traces traces;
    private final String callId;
    private final Step.Asked engine;
    private long firstOf;
    private long audioMs;

    TraceListener(Traces traces, String callId, Step.Asked engine) {
        this.traces = traces;
        this.callId = callId;
        this.engine = engine;
    }

    private void add(Step.Kind kind, long token, long nowNs, long amount, Object ref) {
        traces.add(callId, kind, engine, token, nowNs, amount, ref);
    }

    @Override
    public void asked(long token, int clause, int characters, long nowNs) {
        add(Step.Kind.ENGINE_ASKED, token, nowNs, characters, null);
    }

    @Override
    public void ended(long token, long heardMs, long nowNs) {
        add(Step.Kind.ENGINE_AUDIO_ENDED, token, nowNs, heardMs, null);
    }

    /** Of many pieces the first of a turn is reported, and with the end of a clause how much came. */
    @Override
    public void piece(long token, int clause, long ms, long nowNs) {
        audioMs += ms;
        if (token != firstOf) {
            firstOf = token;
            audioMs = ms;
            add(Step.Kind.ENGINE_FIRST, token, nowNs, 0, null);
        }
    }

    @Override
    public void done(long token, int clause, long nowNs) {
        add(Step.Kind.ENGINE_DONE, token, nowNs, audioMs, null);
    }

    @Override
    public void failed(long token, int clause, EngineFailure failure, long nowNs) {
        add(Step.Kind.ENGINE_FAILED, token, nowNs, audioMs, failure.code());
    }

    @Override
    public void cancelled(long token, long nowNs) {
        add(Step.Kind.ENGINE_CANCELLED, token, nowNs, 0, null);
    }

    /** Failover shows it, in the engine that is asked next. */
    @Override
    public void unreachable(EngineFailure failure) {}
}
