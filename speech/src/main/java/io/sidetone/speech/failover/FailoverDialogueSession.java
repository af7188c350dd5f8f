package io.sidetone.speech.failover;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Occasion;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.Briefing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The dialogue of one call with several models. A turn of which nothing was said yet is asked of the next model when one fails
 * or does not begin; one that has begun to be spoken ends where the model failed.
 */
final class FailoverDialogueSession extends Standby<DialogueSession> implements DialogueSession {
    /** Turns whose actions may still be answered. */
    private static final int TURNS = 16;

    private static final EngineFailure NOT_AHEAD = new EngineFailure(
            "rejected", "the model that answers now cannot be asked before the caller's turn is over", true);

    private final List<Candidate<DialogueModel>> alternatives;
    private final CallContext call;
    private final DialogueEvents events;
    private final int firstTextMs;
    private final Map<Long, Turn> turns = new LinkedHashMap<>();
    private String narrated;
    private Briefing briefing;

    private static final class Turn {
        final long token;
        final BiConsumer<DialogueSession, Long> request;
        final boolean[] tried;
        Branch<DialogueSession> branch;
        boolean begun;
        boolean complete;
        boolean done;

        /** The caller may go on: one model is asked, and nobody waits for it yet. */
        boolean prepared;

        int attempt;

        Turn(long token, BiConsumer<DialogueSession, Long> request, int alternatives) {
            this.token = token;
            this.request = request;
            this.tried = new boolean[alternatives];
        }
    }

    FailoverDialogueSession(
            ScheduledExecutorService loop,
            List<Candidate<DialogueModel>> alternatives,
            FailoverCounters handOvers,
            CallContext call,
            DialogueEvents events,
            int firstTextMs) {
        super(loop, alternatives, handOvers, call.callId());
        this.alternatives = alternatives;
        this.call = call;
        this.events = events;
        this.firstTextMs = firstTextMs;
    }

    void open() {
        onLoop(this::begin);
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void respond(long token, UserInput input, History.Snapshot history) {
        ask(token, (session, turn) -> session.respond(turn, input, history));
    }

    @Override
    public void announce(long token, Occasion occasion) {
        ask(token, (session, turn) -> session.announce(turn, occasion));
    }

    private void ask(long token, BiConsumer<DialogueSession, Long> request) {
        onLoop(() -> {
            if (!next(begun(token, request))) {
                events.failed(token, nobody());
            }
        });
    }

    private Turn begun(long token, BiConsumer<DialogueSession, Long> request) {
        Turn turn = new Turn(token, request, alternatives.size());
        turns.put(token, turn);
        if (turns.size() > TURNS) {
            turns.remove(turns.keySet().iterator().next());
        }
        return turn;
    }

    /** The model that would be asked is; if it cannot be asked ahead, or fails, the turn itself asks as usual. */
    @Override
    public void prepare(long token, UserInput input, History.Snapshot history) {
        onLoop(() -> {
            Turn turn = begun(token, (session, asked) -> session.respond(asked, input, history));
            turn.prepared = true;
            Branch<DialogueSession> branch = choose(turn.tried);
            if (branch == null || !alternatives.get(branch.index).engine().preemptible()) {
                turn.done = true;
                events.failed(token, branch == null ? nobody() : NOT_AHEAD);
                return;
            }
            turn.tried[branch.index] = true;
            turn.branch = branch;
            turn.attempt++;
            with(branch, session -> {
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
            watch(turn);
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
        ask(token, (session, turn) -> session.lateResult(turn, result));
    }

    @Override
    public void narratedState(String text) {
        onLoop(() -> {
            narrated = text;
            withEach(session -> session.narratedState(text));
        });
    }

    @Override
    public void briefing(Briefing next) {
        onLoop(() -> {
            briefing = next;
            withEach(session -> session.briefing(next));
        });
    }

    @Override
    public void cancelled(long token, String heardText) {
        cancelled(token, heardText, 0);
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
        if (turn != null && turn.branch != null && stands(turn.branch)) {
            with(turn.branch, step);
        }
    }

    /** Asks the next model for {@code turn}; false if there is none. */
    private boolean next(Turn turn) {
        Branch<DialogueSession> branch = choose(turn.tried);
        if (branch == null) {
            return false;
        }
        handedOver(turn.branch == null ? -1 : turn.branch.index, branch);
        turn.tried[branch.index] = true;
        turn.branch = branch;
        int attempt = ++turn.attempt;
        with(branch, session -> {
            if (!turn.done && turn.attempt == attempt) {
                turn.request.accept(session, turn.token);
            }
        });
        watch(turn);
        return true;
    }

    private void watch(Turn turn) {
        int attempt = turn.attempt;
        loop().schedule(() -> late(turn, attempt), firstTextMs, TimeUnit.MILLISECONDS);
    }

    /** A model that does not begin is left for the next; the last one is waited for. */
    private void late(Turn turn, int attempt) {
        if (turn.begun || turn.done || turn.attempt != attempt || closing()) {
            return;
        }
        Branch<DialogueSession> slow = turn.branch;
        if (next(turn)) {
            refused(
                    slow,
                    new EngineFailure(
                            "timeout",
                            "model " + alternatives.get(slow.index).name() + " did not begin within " + firstTextMs
                                    + " ms; the next was asked",
                            true));
            if (stands(slow)) {
                with(slow, session -> session.cancelled(turn.token, ""));
            }
        }
    }

    // ---- the models' side -------------------------------------------------------------------------------------------

    @Override
    DialogueSession open(Branch<DialogueSession> branch) {
        if (briefing != null || narrated != null) {
            with(branch, this::inform);
        }
        return alternatives.get(branch.index).engine().open(call, new DialogueEvents() {
            @Override
            public void ready() {
                onLoop(() -> onReady(branch));
            }

            @Override
            public void text(long token, String piece) {
                onLoop(() -> {
                    Turn turn = owned(branch, token);
                    if (turn != null) {
                        turn.begun = true;
                        events.text(token, piece);
                    }
                });
            }

            @Override
            public void action(long token, ActionCall action) {
                onLoop(() -> {
                    Turn turn = owned(branch, token);
                    if (turn != null) {
                        turn.begun = true;
                        events.action(token, action);
                    }
                });
            }

            @Override
            public void done(long token, ListenHint hint) {
                onLoop(() -> {
                    Turn turn = owned(branch, token);
                    if (turn != null) {
                        turn.begun = true;
                        turn.complete = true;
                        answered(branch);
                        events.done(token, hint);
                    }
                });
            }

            @Override
            public void failed(long token, EngineFailure failure) {
                onLoop(() -> {
                    if (token == 0) {
                        onLost(branch, failure);
                        return;
                    }
                    Turn turn = owned(branch, token);
                    if (turn != null) {
                        refused(branch, failure);
                        handOver(turn, failure);
                    }
                });
            }

            @Override
            public void closed() {
                onLoop(() -> onReleased(branch));
            }
        });
    }

    private void inform(DialogueSession session) {
        if (briefing != null) {
            session.briefing(briefing);
        }
        if (narrated != null) {
            session.narratedState(narrated);
        }
    }

    /** The turn {@code token} if {@code branch} answers it; what another one still says is not heard. */
    private Turn owned(Branch<DialogueSession> branch, long token) {
        Turn turn = turns.get(token);
        return turn != null && turn.branch == branch && !turn.done ? turn : null;
    }

    private void handOver(Turn turn, EngineFailure failure) {
        if (turn.begun || turn.prepared || !next(turn)) {
            turn.done = true;
            events.failed(turn.token, failure);
        }
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
    void lost(Branch<DialogueSession> branch, EngineFailure failure) {
        for (Turn turn : List.copyOf(turns.values())) {
            if (turn.branch == branch && !turn.done && !turn.complete) {
                handOver(turn, failure);
            }
        }
        if (hopeless()) {
            events.failed(0, failure);
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
