package io.sidetone.core.port.vad;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.SpeechEvidenceEvents;

/** Answers of a detector to a call. Any thread; never blocks. */
public interface VoiceActivityEvents extends SpeechEvidenceEvents {
    /** The session hears. */
    void ready();

    /** The session could not be opened, or died; it may be opened again. */
    void failed(EngineFailure failure);

    /** Everything the session held is released: no evidence comes any more. */
    void closed();
}
