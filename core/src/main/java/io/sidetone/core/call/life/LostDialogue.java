package io.sidetone.core.call.life;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;

/** Stands for a model whose session is gone: whatever is asked of it fails, through the ring like any answer. */
final class LostDialogue implements DialogueSession {
    private static final EngineFailure GONE =
            new EngineFailure(EngineFailure.UNAVAILABLE, "the model's session is gone; it is opened again", true);

    private final DialogueEvents events;

    /** Answers through {@code events}. */
    LostDialogue(DialogueEvents events) {
        this.events = events;
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        events.failed(token, GONE);
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        events.failed(token, GONE);
    }

    @Override
    public void adopted(long token) {}

    @Override
    public void discarded(long token) {}

    @Override
    public void announce(long token, PromptReason occasion) {
        events.failed(token, GONE);
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        events.failed(token, GONE);
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        events.failed(token, GONE);
    }

    @Override
    public void narratedState(String text) {}

    @Override
    public void briefing(Instructions briefing) {}

    @Override
    public void cancelled(long token, String heardText, long heardMs) {}

    @Override
    public void spoken(long token) {}

    /** Held nothing: its end is not awaited. */
    @Override
    public void close() {}
}
