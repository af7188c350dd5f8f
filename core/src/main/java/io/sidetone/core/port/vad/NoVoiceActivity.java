package io.sidetone.core.port.vad;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;

/** No off-lane detector: calls never open a session of it. */
final class NoVoiceActivity implements VoiceActivityEngine {
    static final VoiceActivityEngine ENGINE = new NoVoiceActivity();

    private NoVoiceActivity() {}

    @Override
    public boolean present() {
        return false;
    }

    @Override
    public VoiceActivitySession open(CallContext call, int sampleRateHz, VoiceActivityEvents events) {
        throw new IllegalStateException("there is no off-lane detector of speech");
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("none");
    }

    @Override
    public void close() {}
}
