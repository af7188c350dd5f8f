package io.sidetone.tools.evaluate;

import io.sidetone.core.hearing.SpeechEvidence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.turn.SpeechSource;

/**
 * Delays the evidence of an off-lane detector by one frame: in calls it arrives some milliseconds late, here always
 * with the next frame.
 */
final class NextFrameEvidence implements VoiceActivityEvents {
    private long positionMs = -1;
    private float score;

    @Override
    public void ready() {}

    @Override
    public void evidence(long streamPosMs, float heard) {
        positionMs = streamPosMs;
        score = heard;
    }

    @Override
    public void failed(EngineFailure failure) {
        throw new IllegalStateException("the detector failed: " + failure.message());
    }

    @Override
    public void closed() {}

    /** Reports the latest evidence to {@code evidence}. */
    void deliver(SpeechEvidence evidence) {
        if (positionMs >= 0) {
            evidence.take(positionMs, SpeechEvidence.pack(SpeechSource.SILERO, score));
            positionMs = -1;
        }
    }
}
