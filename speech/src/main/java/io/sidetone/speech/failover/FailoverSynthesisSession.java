package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The voice of one call with several synthesizers. What of a turn is not there yet when one fails is asked of the next, from
 * the first word that is missing; another turn begins with the preferred voice again.
 */
final class FailoverSynthesisSession extends Standby<SynthesisSession> implements SynthesisSession {
    private final List<Candidate<Synthesizer>> alternatives;
    private final CallContext call;
    private final SynthesisEvents events;
    private final int firstAudioMs;

    // Of the present turn.
    private long token;
    private boolean[] tried;
    private Branch<SynthesisSession> branch;
    private final Deque<SpokenClause> clauses = new ArrayDeque<>();
    private long creditMs;
    private boolean heard;
    private int asked = -1;
    private int attempt;

    FailoverSynthesisSession(
            ScheduledExecutorService loop,
            List<Candidate<Synthesizer>> alternatives,
            FailoverCounters handOvers,
            CallContext call,
            SynthesisEvents events,
            int firstAudioMs) {
        super(loop, alternatives, handOvers, call.callId());
        this.alternatives = alternatives;
        this.call = call;
        this.events = events;
        this.firstAudioMs = firstAudioMs;
    }

    void open() {
        onLoop(this::begin);
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void speak(long turn, int clause, String text) {
        onLoop(() -> {
            turn(turn);
            SpokenClause added = new SpokenClause(clause, text);
            clauses.add(added);
            if (branch == null) {
                if (!next()) {
                    fail(nobody());
                }
                return;
            }
            Branch<SynthesisSession> asked = branch;
            with(asked, session -> {
                if (turn == token && asked == branch && clauses.contains(added)) {
                    session.speak(turn, clause, text);
                    expectAudio();
                }
            });
        });
    }

    @Override
    public void credit(long turn, int ms) {
        onLoop(() -> {
            turn(turn);
            creditMs += ms;
            if (branch != null) {
                with(branch, session -> session.credit(turn, ms));
            }
        });
    }

    @Override
    public void cancel(long throughToken) {
        onLoop(() -> {
            if (token != 0 && token <= throughToken) {
                clauses.clear();
            }
            withEach(session -> session.cancel(throughToken));
        });
    }

    @Override
    public void close() {
        onLoop(this::closeAll);
    }

    /** Everything of {@code turn} begins when it is named first. */
    private void turn(long turn) {
        if (turn != token) {
            token = turn;
            tried = new boolean[alternatives.size()];
            branch = null;
            clauses.clear();
            creditMs = 0;
            heard = false;
            asked = -1;
            attempt++;
        }
    }

    /** Gives the next voice what is missing of the turn; false if there is none. */
    private boolean next() {
        Branch<SynthesisSession> chosen = choose(tried);
        if (chosen == null) {
            return false;
        }
        handedOver(asked, chosen);
        asked = chosen.index;
        tried[chosen.index] = true;
        branch = chosen;
        heard = false;
        attempt++;
        long turn = token;
        long credit = creditMs;
        List<SpokenClause> missing = List.copyOf(clauses);
        with(chosen, session -> {
            if (turn != token || branch != chosen) {
                return;
            }
            session.credit(turn, (int) Math.max(0, credit));
            for (SpokenClause clause : missing) {
                String rest = clause.rest();
                if (rest.isEmpty()) {
                    finished(clause.number);
                } else if (clauses.contains(clause)) {
                    session.speak(turn, clause.number, rest);
                }
            }
            expectAudio();
        });
        return true;
    }

    /** A voice that does not begin is left for the next; the last one is waited for. */
    private void expectAudio() {
        int expected = attempt;
        if (!heard && !clauses.isEmpty()) {
            loop().schedule(() -> late(expected), firstAudioMs, TimeUnit.MILLISECONDS);
        }
    }

    private void late(int expected) {
        if (heard || attempt != expected || clauses.isEmpty() || closing()) {
            return;
        }
        Branch<SynthesisSession> slow = branch;
        if (next()) {
            refused(
                    slow,
                    new EngineFailure(
                            "timeout",
                            "voice " + alternatives.get(slow.index).name() + " did not begin within " + firstAudioMs
                                    + " ms; the next was asked",
                            true));
            long turn = token;
            if (stands(slow)) {
                with(slow, session -> session.cancel(turn));
            }
        }
    }

    private void finished(int clause) {
        if (clauses.removeIf(each -> each.number == clause)) {
            events.done(token, clause);
        }
    }

    /** No voice is left for this turn. */
    private void fail(EngineFailure failure) {
        for (SpokenClause clause = clauses.poll(); clause != null; clause = clauses.poll()) {
            events.failed(token, clause.number, failure);
        }
    }

    // ---- the voices' side -------------------------------------------------------------------------------------------

    @Override
    SynthesisSession open(Branch<SynthesisSession> opened) {
        return alternatives.get(opened.index).engine().open(call, new SynthesisEvents() {
            @Override
            public void ready() {
                onLoop(() -> onReady(opened));
            }

            @Override
            public void audio(long turn, int clause, PcmChunk chunk) {
                onLoop(() -> {
                    SpokenClause spoken = owned(opened, turn, clause);
                    if (spoken != null) {
                        heard = true;
                        // Word times of a rest count from its own beginning: of no use behind what is there already.
                        boolean whole = spoken.silent() || chunk.words() == null;
                        spoken.published(chunk);
                        creditMs -= chunk.samples() * 1_000L / chunk.sampleRateHz();
                        events.audio(turn, clause, whole ? chunk : chunk.withoutWords());
                    }
                });
            }

            @Override
            public void done(long turn, int clause) {
                onLoop(() -> {
                    if (owned(opened, turn, clause) != null) {
                        answered(opened);
                        finished(clause);
                    }
                });
            }

            @Override
            public void failed(long turn, int clause, EngineFailure failure) {
                onLoop(() -> {
                    if (turn == 0) {
                        onLost(opened, failure);
                    } else if (owned(opened, turn, clause) != null) {
                        refused(opened, failure);
                        handOver(opened, failure);
                    }
                });
            }

            @Override
            public void closed() {
                onLoop(() -> onReleased(opened));
            }
        });
    }

    private SpokenClause owned(Branch<SynthesisSession> from, long turn, int clause) {
        if (turn != token || from != branch) {
            return null;
        }
        for (SpokenClause each : clauses) {
            if (each.number == clause) {
                return each;
            }
        }
        return null;
    }

    /** The rest of the turn goes to the next voice. */
    private void handOver(Branch<SynthesisSession> from, EngineFailure failure) {
        long turn = token;
        if (stands(from)) {
            with(from, session -> session.cancel(turn));
        }
        if (!next()) {
            fail(failure);
        }
    }

    @Override
    void close(SynthesisSession session) {
        session.close();
    }

    @Override
    void ready() {
        events.ready();
    }

    @Override
    void failed(EngineFailure failure) {
        events.failed(0, 0, failure);
    }

    @Override
    void lost(Branch<SynthesisSession> gone, EngineFailure failure) {
        if (gone == branch) {
            branch = null;
            if (!clauses.isEmpty() && !next()) {
                fail(failure);
            }
        }
        if (hopeless()) {
            events.failed(0, 0, failure);
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
