package io.sidetone.speech.embedded.flite;

import io.sidetone.core.background.Background;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * A voice in the process. It produces 16 kHz chunks of at most 500 ms with word times; the first chunk is published
 * while the rest of the clause is still being produced.
 *
 * <p>The voice's thread produces one clause at a time, in order of arrival. A second thread publishes, so that a clause
 * from the cache never waits for another call's synthesis.
 */
public final class EmbeddedSynthesizer implements Synthesizer, AutoCloseable {
    private static final int CACHE_MS = 300_000;

    private final VoiceThread voice;
    private final String name;
    private final ClauseCache cache = new ClauseCache(CACHE_MS);
    private final Set<EmbeddedSynthesisSession> sessions = ConcurrentHashMap.newKeySet();
    private final LongAdder staleDropped = new LongAdder();
    private final LongAdder cacheHits = new LongAdder();
    private final ExecutorService publisher = Background.one("sidetone-synthesizer");
    private volatile boolean closed;

    /**
     * Opens the voice in the background.
     *
     * @param name of the voice, for health
     * @param opener opens the voice; called once, on the voice's thread
     */
    public EmbeddedSynthesizer(String name, Supplier<Voice> opener) {
        this.name = name;
        this.voice = new VoiceThread(opener);
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        if (closed) {
            return new UnavailableSynthesizer("the synthesizer is closed").open(call, events);
        }
        EmbeddedSynthesisSession session = new EmbeddedSynthesisSession(this, call.fence(), events);
        sessions.add(session);
        voice.opened().whenComplete((opened, failure) -> session.opened(failure));
        return session;
    }

    /** Produces {@code texts} for the cache, one after another; requests of calls come first. */
    public void prepare(Collection<String> texts) {
        Deque<String> left = new ArrayDeque<>(texts);
        publish(() -> prepareNext(left));
    }

    private void prepareNext(Deque<String> left) {
        String text = left.poll();
        while (text != null && cache.get(text) != null) {
            text = left.poll();
        }
        if (text == null || closed) {
            return;
        }
        String clause = text;
        List<PcmChunk> chunks = new ArrayList<>();
        voice.submit(new VoiceThread.Job(
                SpeakableText.of(clause),
                chunks::add,
                () -> closed,
                failure -> publish(() -> {
                    if (failure == null) {
                        cache.put(clause, chunks);
                    }
                    prepareNext(left);
                })));
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.CLAUSES;
    }

    @Override
    public EngineHealth health() {
        if (closed) {
            return EngineHealth.down("the synthesizer is closed");
        }
        CompletableFuture<Voice> opened = voice.opened();
        if (opened.isCompletedExceptionally()) {
            return EngineHealth.down("the voice " + name + " cannot be opened: " + reason(opened));
        }
        return opened.isDone()
                ? EngineHealth.up("flite voice " + name)
                : EngineHealth.down("the voice " + name + " is still being opened; try again in a moment");
    }

    private static String reason(CompletableFuture<Voice> failed) {
        return failed.handle((opened, failure) -> failure.getCause() == null
                        ? failure.getMessage()
                        : failure.getCause().getMessage())
                .join();
    }

    /** Waits until the voice is open or failed to open; returns false when it takes longer. */
    public boolean awaitOpen(long timeoutMs) throws InterruptedException {
        try {
            voice.opened().get(timeoutMs, TimeUnit.MILLISECONDS);
            return true;
        } catch (java.util.concurrent.ExecutionException e) {
            return true;
        } catch (java.util.concurrent.TimeoutException e) {
            return false;
        }
    }

    /** Returns the clauses and chunks that were not published because their turn had been cancelled. */
    public long staleDropped() {
        return staleDropped.sum();
    }

    /** Returns the number of clauses that came from the cache. */
    public long cacheHits() {
        return cacheHits.sum();
    }

    /** Returns the number of open sessions. */
    public int openSessions() {
        return sessions.size();
    }

    /** Runs {@code work} on the publishing thread. Any thread; never blocks. */
    void publish(Runnable work) {
        try {
            publisher.execute(work);
        } catch (RejectedExecutionException ignored) {
            // The engine is closed: no call listens.
        }
    }

    void synthesize(VoiceThread.Job job) {
        voice.submit(job);
    }

    /** Returns the clause from the cache, or null. Publishing thread. */
    List<PcmChunk> cached(String text) {
        List<PcmChunk> chunks = cache.get(text);
        if (chunks != null) {
            cacheHits.increment();
        }
        return chunks;
    }

    void remember(String text, List<PcmChunk> chunks) {
        cache.put(text, chunks);
    }

    void countStale() {
        staleDropped.increment();
    }

    void closed(EmbeddedSynthesisSession session) {
        sessions.remove(session);
    }

    /** Closes every session, the voice and the threads. */
    @Override
    public void close() {
        closed = true;
        sessions.forEach(EmbeddedSynthesisSession::close);
        voice.close();
        publisher.shutdown();
        try {
            if (!publisher.awaitTermination(5, TimeUnit.SECONDS)) {
                publisher.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
