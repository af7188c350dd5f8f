package io.sidetone.speech.chat;

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

/** Passes requests of the lane to the session's loop. */
final class ChatSession implements DialogueSession {
    private static final Logger LOG = LoggerFactory.getLogger(ChatSession.class);

    private final Supplier<ChatConversation> begin;
    private final DialogueEvents events;
    private final EventLoop loop;
    private final Runnable onClosed;
    private ChatConversation talk;
    private boolean closing;
    private boolean closed;

    /**
     * Creates the session.
     *
     * @param begin creates the conversation on the loop: creating LangChain4j's models takes too long for a lane
     */
    ChatSession(Supplier<ChatConversation> begin, DialogueEvents events, EventLoop loop, Runnable onClosed) {
        this.begin = begin;
        this.events = events;
        this.loop = loop;
        this.onClosed = onClosed;
    }

    void opened() {
        run(0, () -> {
            talk = begin.get();
            events.ready();
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
        run(token, () -> talk.cancelled(token, heardText));
    }

    @Override
    public void spoken(long token) {}

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
