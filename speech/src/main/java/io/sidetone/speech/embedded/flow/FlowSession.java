package io.sidetone.speech.embedded.flow;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes requests of the lane to the dialogue thread, and answers back. */
final class FlowSession implements DialogueSession {
    private static final Logger LOG = LoggerFactory.getLogger(FlowSession.class);

    private static final DialogueEvents SILENT = new DialogueEvents() {
        @Override
        public void ready() {}

        @Override
        public void text(long token, String piece) {}

        @Override
        public void filler(long token, String words) {}

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {}

        @Override
        public void action(long token, ActionCall action) {}

        @Override
        public void done(long token, ListenHint hint) {}

        @Override
        public void failed(long token, EngineFailure failure) {}

        @Override
        public void closed() {}
    };

    private final FlowConversation talk;
    private final DialogueEvents events;
    private final Executor executor;
    private final Runnable onClosed;
    private boolean closing;
    private boolean closed;
    private Prepared prepared;

    /** Words that the caller seems to have said. */
    private record Prepared(long token, UserInput input) {}

    FlowSession(FlowConversation talk, DialogueEvents events, Executor executor, Runnable onClosed) {
        this.talk = talk;
        this.events = events;
        this.executor = executor;
        this.onClosed = onClosed;
    }

    void opened() {
        run(0, events::ready);
    }

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        run(token, () -> talk.respond(token, input, events));
    }

    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        run(token, () -> {
            prepared = new Prepared(token, input);
            talk.copy().respond(token, input, events);
        });
    }

    /** The same step as was tried on a copy; its answer has already been given. */
    @Override
    public void adopted(long token) {
        run(token, () -> {
            if (prepared != null && prepared.token == token) {
                talk.respond(token, prepared.input, SILENT);
            }
            prepared = null;
        });
    }

    @Override
    public void discarded(long token) {
        run(token, () -> prepared = null);
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        run(token, () -> talk.announce(token, occasion, events));
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        run(token, () -> talk.actionResult(token, result, events));
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        run(token, () -> talk.lateResult(token, result, events));
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        run(token, () -> talk.cancelled(token, heardText));
    }

    @Override
    public void narratedState(String text) {}

    @Override
    public void briefing(Instructions briefing) {}

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
            executor.execute(this::release);
        } catch (RejectedExecutionException e) {
            release();
        }
    }

    private void run(long token, Runnable work) {
        if (closing) {
            return;
        }
        try {
            executor.execute(() -> guarded(token, work));
        } catch (RejectedExecutionException e) {
            events.failed(token, new EngineFailure("unavailable", "the dialogue is closed", false));
        }
    }

    private void guarded(long token, Runnable work) {
        if (closed) {
            return;
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("a dialogue failed", e);
            events.failed(token, new EngineFailure("broken", "the dialogue failed: " + e.getMessage(), true));
        }
    }

    private void release() {
        if (!closed) {
            closed = true;
            onClosed.run();
            events.closed();
        }
    }
}
