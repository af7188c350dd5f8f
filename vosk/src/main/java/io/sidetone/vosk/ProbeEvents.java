package io.sidetone.vosk;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.speech.probe.ProbeResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Turns what a session answers to half a second of silence into a text for people. */
final class ProbeEvents implements RecognizerEvents {
    private final CompletableFuture<ProbeResult> found;
    private final LongSupplier elapsedMs;
    private final String model;

    ProbeEvents(CompletableFuture<ProbeResult> found, LongSupplier elapsedMs, String model) {
        this.found = found;
        this.elapsedMs = elapsedMs;
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
        found.complete(new ProbeResult(true, "decoded 500 ms of silence with " + model, elapsedMs.getAsLong()));
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        found.complete(new ProbeResult(false, failure.message(), elapsedMs.getAsLong()));
    }

    @Override
    public void closed() {
        found.complete(new ProbeResult(false, "the recognizer was closed; try again", elapsedMs.getAsLong()));
    }
}
