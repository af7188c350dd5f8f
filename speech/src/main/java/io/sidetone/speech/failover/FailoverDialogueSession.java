package io.sidetone.speech.failover;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The dialogue of one call with several models. When a model fails, or does not begin in time, a turn without any words
 * yet is asked of the next model. A turn whose words were passed on ends where the model failed.
 */
final class FailoverDialogueSession extends FailoverSession<DialogueModel, DialogueSession> implements DialogueSession {
    /** The most turns whose actions may still be answered. */
    private static final int TURNS = 16;

    private static final EngineFailure NOT_AHEAD = new EngineFailure(
            "rejected", "the model that answers now cannot be asked before the caller's turn is over", true);

    private final DialogueEvents events;
    private final Map<Long, Turn> turns = new LinkedHashMap<>();
    private Turn newest;
    private String narrated;
    private Instructions briefing;

    /** One turn; it moves to the next model as long as none of its words were passed on. */
    private final class Turn extends Assignment<DialogueSession> {
        final long token;
        final Consumer<DialogueSession> request;
        boolean begun;
        boolean complete;
        boolean done;
        /** The caller may still continue: one model was asked, and its answer is not awaited yet. */
        boolean prepared;

        Turn(long token, Consumer<DialogueSession> request) {
            super(FailoverDialogueSession.this);
            this.token = token;
            this.request = request;
        }

        @Override
        boolean open() {
            return !done;
        }

        @Override
        void restarted() {}

        @Override
        void begin(DialogueSession session) {
            request.accept(session);
        }

        @Override
        void given() {
            expect(limitMs(), () -> !begun);
        }

        @Override
        void abandon(DialogueSession session) {
            session.cancelled(token, "", 0);
        }

        @Override
        String lateness(String name) {
            return "model " + name + " did not begin within " + limitMs() + " ms; the next was asked";
        }

        void handOver(EngineFailure failure) {
            if (begun || prepared || !next()) {
                done = true;
                events.failed(token, failure);
            }
        }
    }

    FailoverDialogueSession(Failover<DialogueModel> failover, CallContext call, DialogueEvents events) {
        super(failover, call);
        this.events = events;
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        ask(token, session -> session.respond(token, input, history));
    }

    @Override
    public void announce(long token, PromptReason occasion) {
        ask(token, session -> session.announce(token, occasion));
    }

    private void ask(long token, Consumer<DialogueSession> request) {
        onLoop(() -> {
            if (!begun(token, request).next()) {
                events.failed(token, noCandidate());
            }
        });
    }

    private Turn begun(long token, Consumer<DialogueSession> request) {
        Turn turn = new Turn(token, request);
        newest = turn;
        turns.put(token, turn);
        if (turns.size() > TURNS) {
            turns.remove(turns.keySet().iterator().next());
        }
        return turn;
    }

    /**
     * Asks the model that the turn would be asked of. If it cannot be asked ahead, or fails, the turn itself asks as
     * usual.
     */
    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        onLoop(() -> {
            Turn turn = begun(token, session -> session.respond(token, input, history));
            turn.prepared = true;
            EngineSlot<DialogueSession> slot = turn.candidate();
            if (slot == null || !engine(slot).capabilities().preemptible()) {
                turn.done = true;
                events.failed(token, slot == null ? noCandidate() : NOT_AHEAD);
                return;
            }
            turn.take(slot);
            with(slot, session -> {
                if (!turn.done) {
                    session.prepare(token, input, history);
                }
            });
        });
    }

    @Override
    public void adopted(long token) {
        onLoop(() -> {
            Turn turn = turns.get(token);
            if (turn == null || turn.done) {
                return;
            }
            turn.prepared = false;
            toOwner(token, session -> session.adopted(token));
            turn.given();
        });
    }

    @Override
    public void discarded(long token) {
        onLoop(() -> {
            Turn turn = turns.get(token);
            if (turn != null) {
                turn.done = true;
            }
            toOwner(token, session -> session.discarded(token));
        });
    }

    @Override
    public void actionResult(long token, ActionResult result) {
        onLoop(() -> {
            Turn turn = turns.get(token);
            if (turn != null) {
                turn.complete = false;
            }
            toOwner(token, session -> session.actionResult(token, result));
        });
    }

    @Override
    public void lateResult(long token, ActionResult result) {
        ask(token, session -> session.lateResult(token, result));
    }

    @Override
    public void narratedState(String text) {
        onLoop(() -> {
            narrated = text;
            withEach(session -> session.narratedState(text));
        });
    }

    @Override
    public void briefing(Instructions next) {
        onLoop(() -> {
            briefing = next;
            withEach(session -> session.briefing(next));
        });
    }

    @Override
    public void cancelled(long token, String heardText, long heardMs) {
        onLoop(() -> {
            Turn turn = turns.get(token);
            if (turn != null) {
                turn.done = true;
            }
            toOwner(token, session -> session.cancelled(token, heardText, heardMs));
        });
    }

    @Override
    public void spoken(long token) {
        onLoop(() -> toOwner(token, session -> session.spoken(token)));
    }

    @Override
    public void close() {
        onLoop(this::closeAll);
    }

    private void toOwner(long token, Consumer<DialogueSession> step) {
        Turn turn = turns.get(token);
        if (turn != null && turn.slot != null && stands(turn.slot)) {
            with(turn.slot, step);
        }
    }

    // ---- the models' side -------------------------------------------------------------------------------------------

    @Override
    DialogueSession open(DialogueModel model, CallContext context, EngineSlot<DialogueSession> slot) {
        if (briefing != null || narrated != null) {
            with(slot, this::inform);
        }
        return model.open(context, new Answers(slot));
    }

    /** Answers of one model. */
    private final class Answers implements DialogueEvents {
        private final EngineSlot<DialogueSession> slot;

        Answers(EngineSlot<DialogueSession> slot) {
            this.slot = slot;
        }

        @Override
        public void ready() {
            onLoop(() -> onReady(slot));
        }

        @Override
        public void text(long token, String piece) {
            onLoop(() -> {
                Turn turn = owned(slot, token);
                if (turn != null) {
                    turn.begun = true;
                    events.text(token, piece);
                }
            });
        }

        @Override
        public void filler(long token, String words) {
            onLoop(() -> {
                if (owned(slot, token) != null) {
                    events.filler(token, words);
                }
            });
        }

        @Override
        public void hasMore() {
            onLoop(() -> {
                if (newest != null && newest.slot == slot) {
                    events.hasMore();
                }
            });
        }

        @Override
        public void sound(long token, List<PcmChunk> sound) {
            onLoop(() -> {
                Turn turn = owned(slot, token);
                if (turn != null) {
                    turn.begun = true;
                    events.sound(token, sound);
                }
            });
        }

        @Override
        public void interruptible(long token, InterruptibleBy by) {
            onLoop(() -> {
                if (owned(slot, token) != null) {
                    events.interruptible(token, by);
                }
            });
        }

        @Override
        public void action(long token, ActionCall action) {
            onLoop(() -> {
                Turn turn = owned(slot, token);
                if (turn != null) {
                    turn.begun = true;
                    events.action(token, action);
                }
            });
        }

        @Override
        public void done(long token, ListenHint hint) {
            onLoop(() -> {
                Turn turn = owned(slot, token);
                if (turn != null) {
                    turn.begun = true;
                    turn.complete = true;
                    answered(slot);
                    events.done(token, hint);
                }
            });
        }

        @Override
        public void failed(long token, EngineFailure failure) {
            onLoop(() -> {
                if (token == 0) {
                    onLost(slot, failure);
                    return;
                }
                Turn turn = owned(slot, token);
                if (turn != null) {
                    refused(slot, failure);
                    turn.handOver(failure);
                }
            });
        }

        @Override
        public void closed() {
            onLoop(() -> onReleased(slot));
        }
    }

    private void inform(DialogueSession session) {
        if (briefing != null) {
            session.briefing(briefing);
        }
        if (narrated != null) {
            session.narratedState(narrated);
        }
    }

    /** Returns the turn {@code token} if {@code slot} answers it; answers of other slots are ignored. */
    private Turn owned(EngineSlot<DialogueSession> slot, long token) {
        Turn turn = turns.get(token);
        return turn != null && turn.slot == slot && !turn.done ? turn : null;
    }

    @Override
    void close(DialogueSession session) {
        session.close();
    }

    @Override
    void ready() {
        events.ready();
    }

    @Override
    void failed(EngineFailure failure) {
        events.failed(0, failure);
    }

    @Override
    void lost(EngineSlot<DialogueSession> slot, EngineFailure failure) {
        for (Turn turn : List.copyOf(turns.values())) {
            if (turn.slot == slot && !turn.done && !turn.complete) {
                turn.handOver(failure);
            }
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
