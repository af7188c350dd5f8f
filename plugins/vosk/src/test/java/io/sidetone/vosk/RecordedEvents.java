package io.sidetone.vosk;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.speech.embedded.EventLog;

/** What a session answered, a line each. */
final class RecordedEvents implements RecognizerEvents {
    final EventLog log = new EventLog();

    @Override
    public void ready() {
        log.add("ready");
    }

    @Override
    public void partial(long token, String text) {
        log.add("partial " + token + " " + text);
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
        log.add("final " + token + " " + text);
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        log.add("failed " + token + " " + failure.code() + " " + failure.message());
    }

    @Override
    public void closed() {
        log.add("closed");
    }
}
