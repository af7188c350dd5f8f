package io.sidetone.speech.prompt;

import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.voice.SpokenClause;
import io.sidetone.speech.voice.VoiceDriver;
import io.sidetone.speech.voice.VoiceSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gets clauses from the cache, or from a session of the wrapped voice. One loop. */
final class CachedVoice implements VoiceDriver {
    /** Time by which the wrapped voice may be ahead of the published audio. */
    private static final int AHEAD_MS = 4_000;

    private static final int MAX_TRIES = 4;
    private static final int FIRST_WAIT_MS = 500;

    private final CachedSynthesizer owner;
    private final CallContext call;
    private final VoiceSession session;
    private final Map<SpokenClause, List<PcmChunk>> waiting = new LinkedHashMap<>();
    private SynthesisSession behind;
    private EngineFailure down;
    private long creditedToken = Token.NONE;
    private int number;
    private int tries;
    private int pending;
    private boolean open;
    private boolean closing;

    CachedVoice(CachedSynthesizer owner, CallContext call, VoiceSession session) {
        this.owner = owner;
        this.call = call;
        this.session = session;
    }

    @Override
    public void open() {
        if (closing) {
            return;
        }
        number++;
        pending++;
        open = true;
        creditedToken = Token.NONE;
        behind = owner.voice().open(call, new Answers(number));
    }

    @Override
    public boolean ask(SpokenClause clause) {
        Prompt prompt = owner.kept(clause.text());
        owner.count(prompt != null);
        if (prompt != null) {
            if (prompt.words() != null) {
                session.words(clause, prompt.words());
            }
            session.audio(clause, prompt.sampleRateHz(), prompt.pcm(), prompt.pcm().length);
            session.complete(clause);
        } else if (down != null) {
            session.failed(clause, down);
        } else {
            waiting.put(clause, owner.askedAgain(clause.text()) ? new ArrayList<>() : null);
            if (clause.token() != creditedToken) {
                creditedToken = clause.token();
                behind.credit(clause.token(), AHEAD_MS);
            }
            behind.speak(clause.token(), clause.index(), clause.text());
        }
        return true;
    }

    @Override
    public void published(SpokenClause clause, int ms) {
        // Credit for cached clauses goes to the wrapped voice as well, which does no harm.
        if (clause.token() == creditedToken && open) {
            behind.credit(clause.token(), ms);
        }
    }

    @Override
    public void drop(SpokenClause clause) {
        waiting.remove(clause);
        if (open) {
            behind.cancel(clause.token());
        }
    }

    @Override
    public void hung(SpokenClause clause, EngineFailure failure) {
        session.failed(clause, failure);
    }

    @Override
    public void reading(boolean on) {
        // The wrapped voice stops by itself where its credit ends.
    }

    @Override
    public void close() {
        closing = true;
        waiting.clear();
        if (open) {
            open = false;
            behind.close();
        }
        releaseIfFree();
    }

    private void releaseIfFree() {
        if (closing && pending == 0) {
            session.released();
        }
    }

    /** The wrapped voice is lost: its clauses fail; cached ones continue. */
    private void lost(EngineFailure failure) {
        down = failure;
        open = false;
        number++;
        behind.close();
        for (SpokenClause clause : List.copyOf(waiting.keySet())) {
            session.failed(clause, failure);
        }
        waiting.clear();
        if (!owner.knowsAny() || tries >= MAX_TRIES) {
            session.lost(failure);
            return;
        }
        session.loop()
                .schedule(
                        () -> {
                            if (!closing) {
                                open();
                            }
                        },
                        (long) FIRST_WAIT_MS << tries++,
                        TimeUnit.MILLISECONDS);
        session.opened();
    }

    /** Returns clause {@code index} of the turn if it is still awaited. */
    private SpokenClause waiting(long token, int index) {
        for (SpokenClause clause : waiting.keySet()) {
            if (clause.token() == token && clause.index() == index) {
                return clause;
            }
        }
        return null;
    }

    private void audio(SpokenClause clause, PcmChunk chunk) {
        tries = 0;
        List<PcmChunk> record = waiting.get(clause);
        if (record != null) {
            record.add(chunk);
        }
        short[] pcm = new short[chunk.samples()];
        chunk.copyTo(0, pcm, 0, pcm.length);
        if (chunk.words() != null) {
            session.words(clause, chunk.words());
        }
        session.audio(clause, chunk.sampleRateHz(), pcm, pcm.length);
    }

    private void done(SpokenClause clause) {
        List<PcmChunk> record = waiting.remove(clause);
        if (record != null && !record.isEmpty()) {
            owner.keep(clause.text(), Prompt.of(record), false);
        }
        session.complete(clause);
    }

    /** Receives the events of one session of the wrapped voice, on that voice's thread. */
    private final class Answers implements SynthesisEvents {
        private final int mine;

        Answers(int mine) {
            this.mine = mine;
        }

        /** Never runs inside a call to the wrapped voice, which may not tolerate a call back. */
        private void with(long token, int index, Consumer<SpokenClause> step) {
            session.loop().execute(() -> {
                SpokenClause clause = mine == number ? waiting(token, index) : null;
                if (clause != null) {
                    step.accept(clause);
                }
            });
        }

        @Override
        public void ready() {
            // Never runs inside {@code open}: the session is not known yet.
            session.loop().execute(() -> {
                if (mine == number && !closing) {
                    down = null;
                    session.opened();
                }
            });
        }

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {
            with(token, clause, of -> CachedVoice.this.audio(of, chunk));
        }

        @Override
        public void done(long token, int clause) {
            with(token, clause, CachedVoice.this::done);
        }

        @Override
        public void failed(long token, int clause, EngineFailure failure) {
            if (token == Token.NONE) {
                session.loop().execute(() -> {
                    if (mine == number && !closing) {
                        lost(failure);
                    }
                });
                return;
            }
            with(token, clause, of -> {
                waiting.remove(of);
                session.failed(of, failure);
            });
        }

        @Override
        public void closed() {
            session.loop().execute(() -> {
                pending--;
                releaseIfFree();
            });
        }
    }
}
