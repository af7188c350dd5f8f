package io.sidetone.speech.dialogue;

import io.netty.channel.EventLoop;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dialogue of one call on an event loop: passes what the lane asks on to its {@link DialogueConversation}, in order. */
public final class LoopDialogueSession implements DialogueSession {
    private static final Logger LOG = LoggerFactory.getLogger(LoopDialogueSession.class);

    private final Supplier<DialogueConversation> begin;
    private final DialogueEvents events;
    private final EventLoop loop;
    private final Runnable onClosed;
    private DialogueConversation talk;
    private boolean closing;
    private boolean closed;

    /**
     * Creates the session.
     *
     * @param begin creates the talk, on the loop: it may take too long for a lane
     * @param onClosed runs when everything is released
     */
    public LoopDialogueSession(
            Supplier<DialogueConversation> begin, DialogueEvents events, EventLoop loop, Runnable onClosed) {
        this.begin = begin;
        this.events = events;
        this.loop = loop;
        this.onClosed = onClosed;
    }

    /** Begins the talk. */
    public void opened() {
        run(0, () -> {
            talk = begin.get();
            talk.begin();
        });
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        run(token, () -> talk.respond(token, input, history));
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        run(token, () -> talk.prepare(token, input, history));
    }

    @Override
    public void adopted(long token) {
        run(token, () -> talk.adopted(token));
    }

    @Override
    public void discarded(long token) {
        run(token, () -> talk.discarded(token));
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        run(token, () -> talk.announce(token, occasion));
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        run(token, () -> talk.actionResult(token, result));
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        run(token, () -> talk.lateResult(token, result));
    }

    @Override
    public void narratedState(String text) {
        run(0, () -> talk.narratedState(text));
    }

    @Override
    public void briefing(Instructions briefing) {
        run(0, () -> talk.briefing(briefing));
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        run(token, () -> talk.cancelled(token, heardText, heardMs));
    }

    @Override
    public void spoken(long token) {
        run(token, () -> talk.spoken(token));
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        try {
            loop.execute(this::release);
        } catch (RejectedExecutionException e) {
            release();
        }
    }

    private void run(long token, Runnable work) {
        if (closing) {
            return;
        }
        try {
            loop.execute(() -> guarded(token, work));
        } catch (RejectedExecutionException e) {
            events.failed(token, new EngineFailure(EngineFailure.UNAVAILABLE, "the engines are shut down", false));
        }
    }

    private void guarded(long token, Runnable work) {
        if (closed) {
            return;
        }
        try {
            work.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("a dialogue failed", e);
            if (talk != null) {
                talk.stop();
            }
            events.failed(token, new EngineFailure("broken", "the dialogue failed: " + e, true));
        }
    }

    private void release() {
        if (!closed) {
            closed = true;
            if (talk != null) {
                talk.close();
            }
            onClosed.run();
            events.closed();
        }
    }
}
