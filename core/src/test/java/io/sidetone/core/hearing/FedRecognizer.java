package io.sidetone.core.hearing;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;

/** A recognizer with one session that says nothing; what it does with its sound is up to a test. */
abstract class FedRecognizer implements Recognizer, RecognizerSession {
    private final int rateHz;
    private final boolean leak;

    FedRecognizer(int rateHz, boolean leak) {
        this.rateHz = rateHz;
        this.leak = leak;
    }

    @Override
    public final RecognizerSession open(CallContext call, RecognizerEvents events) {
        return this;
    }

    @Override
    public final int sampleRateHz() {
        return rateHz;
    }

    @Override
    public final Recognizer.Capabilities capabilities() {
        return new Recognizer.Capabilities(leak, false, true);
    }

    @Override
    public final EngineHealth health() {
        return EngineHealth.up("fed");
    }

    @Override
    public final boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        return true;
    }

    @Override
    public final void start(long token, ListenHint hint) {}

    @Override
    public final void end(long token, boolean replyExpected) {}

    @Override
    public final void pauses(long token) {}

    @Override
    public final void goesOn(long token) {}

    @Override
    public final void cancel(long token) {}

    @Override
    public final void close() {}
}
