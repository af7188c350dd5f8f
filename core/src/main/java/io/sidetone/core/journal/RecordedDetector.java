package io.sidetone.core.journal;

import io.sidetone.core.port.vad.VoiceActivitySession;
import java.util.List;

/** Stands between the call and the detector of speech beside its lane. */
final class RecordedDetector extends RecordedSource implements VoiceActivitySession {
    private final VoiceActivitySession target;

    RecordedDetector(VoiceActivitySession target, CallRecorder recorder) {
        super(VoiceActivitySession.class.getSimpleName(), target, recorder);
        this.target = target;
    }

    @Override
    public void close() {
        record("close", List.of(), target::close);
    }
}
