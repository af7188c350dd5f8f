package io.sidetone.speech.embedded.sphinx;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Recognition inside the process: over a small grammar per dialogue state, or of any words.
 *
 * <p>It needs 16 kHz with part of the up-sampling image. A call takes a decoder at its first utterance and keeps it
 * until the call ends. A call that finds no free decoder receives {@code exhausted} at every start and continues with
 * digits. Owns the pool.
 */
public final class EmbeddedRecognizer implements Recognizer, AutoCloseable {
    private static final Capabilities CAPABILITIES = new Capabilities(true, false, true);

    private final DecoderPool pool;
    private final GrammarSet grammars;
    private final String firstGrammar;
    private final RecognizerThread[] threads;
    private final EngineFailure exhausted;
    private final AtomicInteger nextThread = new AtomicInteger();
    private final Set<EmbeddedRecognizerSession> sessions = ConcurrentHashMap.newKeySet();
    private final LongAdder staleDropped = new LongAdder();
    private volatile boolean closed;

    /**
     * Creates the recognizer and its threads.
     *
     * @param pool decoders that all have {@code grammars}; closed with the recognizer
     * @param grammars what callers may say
     * @param threads threads that decode; while its caller speaks a decoder needs about 2 % of a core with grammars, about
     *     25 % for any words
     */
    public EmbeddedRecognizer(DecoderPool pool, GrammarSet grammars, int threads) {
        this.pool = pool;
        this.grammars = grammars;
        this.firstGrammar = grammars.first();
        this.exhausted = new EngineFailure(
                "exhausted", "every decoder is in use by another call; raise " + pool.setting(), true);
        this.threads = new RecognizerThread[threads];
        for (int i = 0; i < threads; i++) {
            this.threads[i] = new RecognizerThread("sidetone-recognizer-" + i);
            this.threads[i].start();
        }
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return open(call, events, firstGrammar);
    }

    /** Returns this recognizer for calls that begin with {@code grammar}; closing it and its counters stay here. */
    public Recognizer startingWith(String grammar) {
        return new Recognizer() {
            @Override
            public RecognizerSession open(CallContext call, RecognizerEvents events) {
                return EmbeddedRecognizer.this.open(call, events, grammar);
            }

            @Override
            public int sampleRateHz() {
                return EmbeddedRecognizer.this.sampleRateHz();
            }

            @Override
            public Capabilities capabilities() {
                return CAPABILITIES;
            }

            @Override
            public EngineHealth health() {
                return EmbeddedRecognizer.this.health();
            }
        };
    }

    private RecognizerSession open(CallContext call, RecognizerEvents events, String begin) {
        if (closed) {
            return new UnavailableRecognizer("the recognizer is closed").open(call, events);
        }
        RecognizerThread thread = threads[Math.floorMod(nextThread.getAndIncrement(), threads.length)];
        EmbeddedRecognizerSession session = new EmbeddedRecognizerSession(this, thread, call.fence(), events, begin);
        sessions.add(session);
        session.opened();
        return session;
    }

    @Override
    public int sampleRateHz() {
        return SampleRate.WIDEBAND_HZ;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return pool.health();
    }

    /** Returns the results that were not published because their turn had been cancelled. */
    public long staleDropped() {
        return staleDropped.sum();
    }

    /** Returns the number of open sessions. */
    public int openSessions() {
        return sessions.size();
    }

    /** Returns the decoders. */
    public DecoderPool pool() {
        return pool;
    }

    boolean knows(String grammar) {
        return grammars.jsgfByName().containsKey(grammar);
    }

    /** Returns what {@code grammar} knows of the end of {@code words}. */
    SentenceEnd end(String grammar, String words) {
        GrammarSet.Judge judge = grammars.judgeByName().get(grammar);
        return judge == null ? SentenceEnd.UNKNOWN : judge.of(List.of(words.split(" ")));
    }

    /** Returns what a caller is told for whom there is no decoder. */
    EngineFailure exhausted() {
        return exhausted;
    }

    void countStale() {
        staleDropped.increment();
    }

    void closed(EmbeddedRecognizerSession session) {
        sessions.remove(session);
    }

    /** Closes every session, the threads and the pool. */
    @Override
    public void close() {
        closed = true;
        sessions.forEach(EmbeddedRecognizerSession::close);
        for (RecognizerThread thread : threads) {
            thread.shutDown();
        }
        pool.close();
    }
}
