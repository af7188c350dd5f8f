package io.sidetone.speech.watch;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Instructions;
import io.sidetone.core.turn.InterruptibleBy;
import java.util.List;
import java.util.function.LongSupplier;

/** A model whose requests and answers are reported to listeners. */
public final class InstrumentedDialogue implements DialogueModel {
    private final DialogueModel model;
    private final List<EngineListeners> listeners;
    private final LongSupplier nanoClock;

    /** Creates it; {@code listeners} are notified in their order. */
    public InstrumentedDialogue(DialogueModel model, List<EngineListeners> listeners, LongSupplier nanoClock) {
        this.model = model;
        this.listeners = List.copyOf(listeners);
        this.nanoClock = nanoClock;
    }

    @Override
    public DialogueSession open(CallContext call, DialogueEvents events) {
        SessionListener notifier = SessionListener.of(listeners, call, nanoClock);
        if (notifier == null) {
            return model.open(call, events);
        }
        return new Session(model.open(call, new Answers(events, notifier)), notifier);
    }

    @Override
    public Capabilities capabilities() {
        return model.capabilities();
    }

    @Override
    public EngineHealth health() {
        return model.health();
    }

    /** Passes on and reports requests of the lane. */
    private static final class Session implements DialogueSession {
        private final DialogueSession session;
        private final SessionListener watch;

        Session(DialogueSession session, SessionListener watch) {
            this.session = session;
            this.watch = watch;
        }

        @Override
        public void respond(long token, UserInput input, History.Snapshot history) {
            watch.asked(token, 0, 0);
            session.respond(token, input, history);
        }

        @Override
        public void prepare(long token, UserInput input, History.Snapshot history) {
            watch.asked(token, 0, 0);
            session.prepare(token, input, history);
        }

        @Override
        public void adopted(long token) {
            session.adopted(token);
        }

        @Override
        public void discarded(long token) {
            watch.cancelled(token);
            session.discarded(token);
        }

        @Override
        public void announce(long token, PromptReason occasion) {
            watch.asked(token, 0, 0);
            session.announce(token, occasion);
        }

        @Override
        public void actionResult(long token, ActionResult result) {
            session.actionResult(token, result);
        }

        @Override
        public void lateResult(long token, ActionResult result) {
            watch.asked(token, 0, 0);
            session.lateResult(token, result);
        }

        @Override
        public void narratedState(String text) {
            session.narratedState(text);
        }

        @Override
        public void briefing(Instructions briefing) {
            session.briefing(briefing);
        }

        @Override
        public void cancelled(long token, String heardText, long heardMs) {
            watch.cancelled(token);
            session.cancelled(token, heardText, heardMs);
        }

        @Override
        public void spoken(long token) {
            session.spoken(token);
        }

        @Override
        public void close() {
            session.close();
        }
    }

    /** Passes on and reports answers of the model. */
    private static final class Answers implements DialogueEvents {
        private final DialogueEvents events;
        private final SessionListener watch;

        Answers(DialogueEvents events, SessionListener watch) {
            this.events = events;
            this.watch = watch;
        }

        @Override
        public void ready() {
            watch.ready();
            events.ready();
        }

        @Override
        public void text(long token, String piece) {
            watch.piece(token, 0, 0);
            events.text(token, piece);
        }

        @Override
        public void filler(long token, String words) {
            events.filler(token, words);
        }

        @Override
        public void hasMore() {
            events.hasMore();
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {
            watch.piece(token, 0, 0);
            events.sound(token, sound);
        }

        @Override
        public void interruptible(long token, InterruptibleBy by) {
            events.interruptible(token, by);
        }

        @Override
        public void action(long token, ActionCall action) {
            watch.piece(token, 0, 0);
            events.action(token, action);
        }

        @Override
        public void done(long token, ListenHint hint) {
            watch.done(token, 0);
            events.done(token, hint);
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            watch.failed(token, 0, failure);
            events.failed(token, failure);
        }

        @Override
        public void closed() {
            events.closed();
        }
    }
}
