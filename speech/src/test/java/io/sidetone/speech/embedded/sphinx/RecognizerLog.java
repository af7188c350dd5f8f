package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.speech.embedded.EventLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a recognizer publishes. */
public class RecognizerLog implements RecognizerEvents {
    public final EventLog log = new EventLog();

    /** How far behind the words were, each time that the recognizer said so. */
    public final List<Integer> behindMs = new CopyOnWriteArrayList<>();

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
        log.add((end == SentenceEnd.UNKNOWN ? "partial " : end + " ") + token + " " + text);
    }

    @Override
    public void covers(long token, int behindMs) {
        this.behindMs.add(behindMs);
    }

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
