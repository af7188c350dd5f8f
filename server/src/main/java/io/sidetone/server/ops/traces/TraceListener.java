package io.sidetone.server.ops.traces;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.speech.watch.EngineListener;

/** Records when one engine of a call was asked and when it answered. On the lane and on the engine's thread. */
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

    /** Of many pieces only the first of a turn is reported; the end of a clause reports the amount. */
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

    /** The next engine that failover asks shows it. */
    @Override
    public void unreachable(EngineFailure failure) {}
}
