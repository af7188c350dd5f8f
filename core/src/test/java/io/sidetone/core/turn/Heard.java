package io.sidetone.core.turn;

import io.sidetone.audio.prosody.HeardVoice;

/**
 * 20 ms of a voice of a test.
 *
 * @param pitchHz 0 for none
 */
record Heard(double dbov, double pitchHz) implements HeardVoice {
    @Override
    public float nearLevelDbov() {
        return (float) dbov;
    }

    @Override
    public float pitchPeriod() {
        return pitchHz == 0 ? 0 : (float) (4_000 / pitchHz);
    }

    @Override
    public float pitchStrength() {
        return pitchHz == 0 ? 0 : 0.95f;
    }
}
