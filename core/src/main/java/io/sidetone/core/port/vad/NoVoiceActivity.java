package io.sidetone.core.port.vad;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;

/** No detector beside the lane: calls never open a session of it. */
final class NoVoiceActivity implements VoiceActivityEngine {
    static final VoiceActivityEngine ENGINE = new NoVoiceActivity();

    private NoVoiceActivity() {}

    @Override
    public boolean present() {
        return false;
    }

    @Override
    public VoiceActivitySession open(CallContext call, int sampleRateHz, VoiceActivityEvents events) {
        throw new IllegalStateException("there is no detector of speech beside the lane");
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("none");
    }

    @Override
    public void close() {}
}
