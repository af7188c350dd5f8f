package io.sidetone.speech.dialogue;

import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.embedded.EventLog;
import java.util.List;
import java.util.TreeMap;

/** Writes what a dialogue answers into {@code log}, a line each; actions also go to {@code actions}. */
public record DialogueEventLog(EventLog log, List<ActionCall> actions) implements DialogueEvents {
    @Override
    public void ready() {
        log.add("ready");
    }

    @Override
    public void text(long token, String piece) {
        log.add("text " + token + " " + piece);
    }

    @Override
    public void filler(long token, String words) {
        log.add("filler " + token + " " + words);
    }

    @Override
    public void sound(long token, List<PcmChunk> sound) {
        log.add("sound " + token + " " + sound.size());
    }

    @Override
    public void interruptible(long token, InterruptibleBy by) {
        log.add("interruptible " + token + " " + by);
    }

    @Override
    public void hasMore() {
        log.add("more");
    }

    @Override
    public void action(long token, ActionCall action) {
        actions.add(action);
        log.add("action " + token + " " + action.action() + " " + new TreeMap<>(action.parameters())
                + (action.afterSpeech() ? " after speech" : ""));
    }

    @Override
    public void done(long token, ListenHint hint) {
        log.add("done " + token);
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        log.add("failed " + token + " " + failure.code()
                + (failure.retryable() ? " retryable " : failure.requestOnly() ? " declined " : " final ")
                + failure.retryAfterMs() + " " + failure.message());
    }

    @Override
    public void closed() {
        log.add("closed");
    }
}
