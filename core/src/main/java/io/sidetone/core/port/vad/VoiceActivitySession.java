package io.sidetone.core.port.vad;

import io.sidetone.core.port.SpeechSourceSession;

/** A detector at work for one call. Called on the lane thread: no method blocks, none allocates per frame. */
public interface VoiceActivitySession extends SpeechSourceSession {
    /** Releases everything; {@link VoiceActivityEvents#closed} follows, once. */
    void close();
}
