package io.sidetone.silero;

import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import java.util.ArrayList;
import java.util.List;

/** What a call is told. */
final class Heard implements VoiceActivityEvents {
    final List<Long> positionsMs = new ArrayList<>();
    final List<Float> scores = new ArrayList<>();
    final List<EngineFailure> failures = new ArrayList<>();
    boolean ready;
    volatile int closed;

    @Override
    public void ready() {
        ready = true;
    }

    @Override
    public void evidence(long streamPosMs, float score) {
        positionsMs.add(streamPosMs);
        scores.add(score);
    }

    @Override
    public void failed(EngineFailure failure) {
        failures.add(failure);
    }

    @Override
    public void closed() {
        closed++;
    }
}
