package com.example.dialogue;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;

/** One call. The lane calls every method: none blocks. A dialogue that takes its time answers from a thread of its own. */
final class EchoSession implements DialogueSession {
    private final String reply;
    private final String greeting;
    private final DialogueEvents events;
    private boolean closed;

    EchoSession(String reply, String greeting, DialogueEvents events) {
        this.reply = reply;
        this.greeting = greeting;
        this.events = events;
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        say(token, reply.replace("%s", input.text()));
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        say(
                token,
                switch (occasion) {
                    case GREETING -> greeting;
                    case NO_INPUT -> "Are you still there?";
                    case NO_MATCH -> "Please say that again.";
                    case DIGITS_ONLY -> "Please use the keys of your telephone.";
                    case GOODBYE, TIME_UP -> "Goodbye.";
                });
    }

    private void say(long token, String text) {
        if (closed) {
            return;
        }
        if (!text.isEmpty()) {
            events.text(token, text);
        }
        events.done(token, null);
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        throw new IllegalStateException("it says that it cannot, in its capabilities");
    }

    @Override
    public void adopted(long token) {
        // See prepare.
    }

    @Override
    public void discarded(long token) {
        // See prepare.
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        // It asks for no action.
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        // It asks for no action.
    }

    @Override
    public void narratedState(String text) {
        // It does not look.
    }

    @Override
    public void briefing(Instructions briefing) {
        // It follows no instructions.
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        // It has nothing to repeat.
    }

    @Override
    public void spoken(long token) {
        // It keeps no memory.
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            events.closed();
        }
    }
}
