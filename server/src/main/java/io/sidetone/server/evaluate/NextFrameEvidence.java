package io.sidetone.server.evaluate;

import io.sidetone.core.hearing.SpeechEvidence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.turn.SpeechSource;

/**
 * What an off-lane detector says of a frame is known with the next one: in calls it takes some milliseconds, here
 * always as long.
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

    /** Reports to {@code evidence} what was said last. */
    void deliver(SpeechEvidence evidence) {
        if (positionMs >= 0) {
            evidence.take(positionMs, SpeechEvidence.pack(SpeechSource.SILERO, score));
            positionMs = -1;
        }
    }
}
