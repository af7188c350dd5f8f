package io.sidetone.vosk;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.RecognizerEvents;
import java.util.concurrent.CompletableFuture;

/** Turns what a session answers to half a second of silence into a text for people. */
final class ProbeEvents implements RecognizerEvents {
    private final CompletableFuture<EngineHealth> found;
    private final String model;

    ProbeEvents(CompletableFuture<EngineHealth> found, String model) {
        this.found = found;
        this.model = model;
    }

    @Override
    public void ready() {}

    @Override
    public void partial(long token, String text) {}

    @Override
    public void judged(long token, String text, SentenceEnd end) {}

    @Override
    public void covers(long token, int behindMs) {}

    @Override
    public void evidence(long streamPosMs, float score) {}

    @Override
    public void speechStarted() {}

    @Override
    public void finalTranscript(long token, String text) {
        found.complete(EngineHealth.up("decoded 500 ms of silence with " + model));
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        found.complete(EngineHealth.down(failure.message()));
    }

    @Override
    public void closed() {
        found.complete(EngineHealth.down("the recognizer was closed; try again"));
    }
}
