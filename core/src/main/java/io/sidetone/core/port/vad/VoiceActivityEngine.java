package io.sidetone.core.port.vad;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;

/**
 * An off-lane detector of speech, shared by all calls. Methods are thread-safe; {@link #open} is called on lane
 * threads and does not block.
 */
public interface VoiceActivityEngine extends AutoCloseable {
    /** Returns whether there is one: calls may then select it. */
    boolean present();

    /**
     * Opens a session; it answers {@code ready}, or {@code failed}, through {@code events}.
     *
     * @param sampleRateHz of the audio it will be given: {@link #rateHz} of the call's media
     */
    VoiceActivitySession open(CallContext call, int sampleRateHz, VoiceActivityEvents events);

    /** Returns whether new calls can be served. */
    EngineHealth health();

    /** Lets go of everything; sessions that are still open are closed first. */
    @Override
    void close();

    /** Returns the rate at which a session hears a call whose media has {@code mediaRateHz}: 8 or 16 kHz. */
    static int rateHz(int mediaRateHz) {
        return mediaRateHz <= SampleRate.NARROWBAND_HZ ? SampleRate.NARROWBAND_HZ : SampleRate.WIDEBAND_HZ;
    }

    /** Returns what a server without such a detector has. */
    static VoiceActivityEngine none() {
        return NoVoiceActivity.ENGINE;
    }
}
