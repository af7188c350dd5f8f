package io.sidetone.speech.embedded.flow;

import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Writes down what a dialogue answers. */
final class DialogueLog implements DialogueEvents {
    final List<String> lines = new ArrayList<>();
    ActionCall lastAction;
    ListenHint hint;

    @Override
    public void ready() {
        lines.add("ready");
    }

    @Override
    public void text(long token, String piece) {
        lines.add("text " + token + " " + piece);
    }

    @Override
    public void filler(long token, String words) {
        lines.add("filler " + token + " " + words);
    }

    @Override
    public void sound(long token, List<PcmChunk> sound) {}

    @Override
    public void interruptible(long token, InterruptibleBy by) {}

    @Override
    public void hasMore() {
        lines.add("more");
    }

    @Override
    public void action(long token, ActionCall action) {
        lastAction = action;
        lines.add("action " + token + " " + action.action() + " " + new TreeMap<>(action.parameters())
                + (action.afterSpeech() ? " after speech" : ""));
    }

    @Override
    public void done(long token, ListenHint next) {
        hint = next;
        lines.add("done " + token + " " + next.grammar());
    }

    @Override
    public void failed(long token, EngineFailure failure) {
        lines.add("failed " + token + " " + failure.code());
    }

    @Override
    public void closed() {
        lines.add("closed");
    }

    /** What was answered since last asked. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
