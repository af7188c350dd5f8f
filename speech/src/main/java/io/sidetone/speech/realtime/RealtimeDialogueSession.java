package io.sidetone.speech.realtime;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;

/** The dialogue session of a realtime model, on the lane; {@link ResponseFlow} publishes its events. */
final class RealtimeDialogueSession implements DialogueSession, RealtimePart {
    private final RealtimeModel model;
    private final RealtimeCall call;

    /** Receives the dialogue's events. Event loop only. */
    final DialogueEvents events;

    private boolean closed;
    private boolean over;

    RealtimeDialogueSession(RealtimeModel model, RealtimeCall call, DialogueEvents events) {
        this.model = model;
        this.call = call;
        this.events = events;
    }

    private void run(Runnable step) {
        if (!closed) {
            call.execute(step);
        }
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        run(() -> call.talk().respond(token, input, history));
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        run(() -> call.talk().prepare(token, input, history));
    }

    @Override
    public void adopted(long token) {
        run(() -> call.talk().adopted(token));
    }

    @Override
    public void discarded(long token) {
        run(() -> call.talk().discarded(token));
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        run(() -> call.talk().announce(token, call.talk().sentence(occasion)));
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        run(() -> call.talk().actionResult(token, result));
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        run(() -> call.talk().lateResult(token, result));
    }

    @Override
    public void narratedState(String text) {
        run(() -> call.talk().view(text));
    }

    @Override
    public void briefing(Instructions briefing) {
        run(() -> call.talk().briefing(briefing));
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        run(() -> call.talk().cancelled(token, heardText, heardMs));
    }

    @Override
    public void spoken(long token) {
        run(() -> call.talk().spoken(token));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            model.leave(call);
            call.execute(() -> {
                over = true;
                call.detach(this);
            });
        }
    }

    @Override
    public void ready() {
        events.ready();
    }

    @Override
    public void failed(EngineFailure failure) {
        if (!over) {
            events.failed(Token.NONE, failure);
        }
    }

    @Override
    public void closed() {
        events.closed();
    }

    boolean over() {
        return over;
    }
}
