package io.sidetone.vosk;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;

/** A listener with a fault. */
final class ThrowingEvents implements RecognizerEvents {
    @Override
    public void ready() {}

    @Override
    public void partial(long token, String text) {
        throw new IllegalArgumentException("a listener's fault");
    }

    @Override
    public void judged(long token, String text, SentenceEnd end) {
        partial(token, text);
    }

    @Override
    public void covers(long token, int behindMs) {}

    @Override
    public void evidence(long streamPosMs, float score) {}

    @Override
    public void speechStarted() {}

    @Override
    public void finalTranscript(long token, String text) {
        throw new IllegalArgumentException("a listener's fault");
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        throw new IllegalArgumentException("a listener's fault");
    }

    @Override
    public void closed() {}
}
