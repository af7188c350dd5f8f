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

/**
 * The voice of one call with its synthesizers. When one fails, the next gets the missing rest of the turn, from the
 * first missing word. Where no other is left, a voice is asked once more, in a new session. Another turn begins with
 * the preferred voice again.
 */
final class FailoverSynthesisSession extends FailoverSession<Synthesizer, SynthesisSession>
        implements SynthesisSession {
    private static final String TIMEOUT = "timeout";

    private final SynthesisEvents events;
    private Turn present;

    /** One turn; its missing rest moves to the next voice. */
    private final class Turn extends Assignment<SynthesisSession> {
        final long token;
        final Deque<SpokenClause> clauses = new ArrayDeque<>();
        long creditMs;
        boolean heard;
        /**
         * The clauses that were missing when the present voice got the turn; later clauses go to that voice directly.
         */
        private List<SpokenClause> missing = List.of();

        private long missingCreditMs;
        /** The clause that was the first missing one when a voice was asked again. */
        private SpokenClause repeated;

        Turn(long token) {
            super(FailoverSynthesisSession.this);
            this.token = token;
        }

        @Override
        boolean open() {
            return this == present;
        }

        @Override
        void restarted() {
            heard = false;
            missing = List.copyOf(clauses);
            missingCreditMs = creditMs;
        }

        @Override
        void begin(SynthesisSession session) {
            session.credit(token, (int) Math.max(0, missingCreditMs));
            for (SpokenClause clause : missing) {
                String rest = clause.rest();
                if (rest.isEmpty()) {
                    finished(clause.number);
                } else if (clauses.contains(clause)) {
                    session.speak(token, clause.number, rest);
                }
            }
            expectAudio();
        }

        @Override
        void given() {}

        @Override
        void abandon(SynthesisSession session) {
            session.cancel(token);
        }

        @Override
        String lateness(String name) {
            return "voice " + name + " did not begin within " + limitMs() + " ms; the next was asked";
        }

        void expectAudio() {
            if (!heard && !clauses.isEmpty()) {
                expect(limitMs(), () -> !heard && !clauses.isEmpty());
            }
        }

        void finished(int clause) {
            if (clauses.removeIf(each -> each.number == clause)) {
                events.done(token, clause);
            }
        }

        /**
         * Moves the rest to the next voice. Where there is none, each clause is asked of a voice once more; not when the
         * caller has waited for it long already.
         */
        void handOver(EngineFailure failure) {
            boolean mayHelp = failure.retryable()
                    && !failure.requestOnly()
                    && !EngineFailure.RATE_LIMITED.equals(failure.code())
                    && failure.retryAfterMs() == 0;
            boolean waited = slot != null && TIMEOUT.equals(failure.code());
            if (!next() && (!mayHelp || waited || !onceMore())) {
                fail(failure);
            }
        }

        private boolean onceMore() {
            SpokenClause first = clauses.peek();
            if (first == null || first == repeated) {
                return false;
            }
            repeated = first;
            return again();
        }

        /** No voice is left for this turn. */
        void fail(EngineFailure failure) {
            for (SpokenClause clause = clauses.poll(); clause != null; clause = clauses.poll()) {
                events.failed(token, clause.number, failure);
            }
        }
    }

    FailoverSynthesisSession(Failover<Synthesizer> failover, CallContext call, SynthesisEvents events) {
        super(failover, call);
        this.events = events;
    }

    // ---- the lane's side --------------------------------------------------------------------------------------------

    @Override
    public void speak(long token, int clause, String text) {
        onLoop(() -> {
            Turn turn = turn(token);
            SpokenClause added = new SpokenClause(clause, text);
            turn.clauses.add(added);
            if (turn.slot == null) {
                if (!turn.next() && !turn.onceMore()) {
                    turn.fail(noCandidate());
                }
                return;
            }
            EngineSlot<SynthesisSession> asked = turn.slot;
            with(asked, session -> {
                if (turn == present && asked == turn.slot && turn.clauses.contains(added)) {
                    session.speak(token, clause, text);
                    turn.expectAudio();
                }
            });
        });
    }

    @Override
    public void credit(long token, int ms) {
        onLoop(() -> {
            Turn turn = turn(token);
            turn.creditMs += ms;
            if (turn.slot != null) {
                with(turn.slot, session -> session.credit(token, ms));
            }
        });
    }

    @Override
    public void cancel(long throughToken) {
        onLoop(() -> {
            if (present != null && present.token <= throughToken) {
                present.clauses.clear();
            }
            withEach(session -> session.cancel(throughToken));
        });
    }

    @Override
    public void close() {
        onLoop(this::closeAll);
    }

    /** Returns the turn of {@code token}; creates it at its first mention. */
    private Turn turn(long token) {
        if (present == null || present.token != token) {
            present = new Turn(token);
        }
        return present;
    }

    // ---- the voices' side -------------------------------------------------------------------------------------------

    @Override
    SynthesisSession open(Synthesizer voice, CallContext context, EngineSlot<SynthesisSession> opened) {
        return voice.open(context, new SynthesisEvents() {
            @Override
            public void ready() {
                onLoop(() -> onReady(opened));
            }

            @Override
            public void audio(long token, int clause, PcmChunk chunk) {
                onLoop(() -> {
                    SpokenClause spoken = owned(opened, token, clause);
                    if (spoken != null) {
                        present.heard = true;
                        // The word times of a rest count from its own beginning, so they do not fit behind earlier
                        // audio.
                        boolean whole = spoken.silent() || chunk.words() == null;
                        spoken.published(chunk);
                        present.creditMs -= chunk.samples() * 1_000L / chunk.sampleRateHz();
                        events.audio(token, clause, whole ? chunk : chunk.withoutWords());
                    }
                });
            }

            @Override
            public void done(long token, int clause) {
                onLoop(() -> {
                    if (owned(opened, token, clause) != null) {
                        answered(opened);
                        present.finished(clause);
                    }
                });
            }

            @Override
            public void failed(long token, int clause, EngineFailure failure) {
                onLoop(() -> {
                    if (token == 0) {
                        onLost(opened, failure);
                    } else if (owned(opened, token, clause) != null) {
                        refused(opened, failure);
                        if (stands(opened)) {
                            with(opened, session -> session.cancel(token));
                        }
                        present.handOver(failure);
                    }
                });
            }

            @Override
            public void closed() {
                onLoop(() -> onReleased(opened));
            }
        });
    }

    private SpokenClause owned(EngineSlot<SynthesisSession> from, long token, int clause) {
        if (present == null || token != present.token || from != present.slot) {
            return null;
        }
        for (SpokenClause each : present.clauses) {
            if (each.number == clause) {
                return each;
            }
        }
        return null;
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
    void lost(EngineSlot<SynthesisSession> gone, EngineFailure failure) {
        if (present != null && gone == present.slot) {
            present.slot = null;
            if (!present.clauses.isEmpty()) {
                present.handOver(failure);
            }
        }
    }

    @Override
    void closed() {
        events.closed();
    }
}
