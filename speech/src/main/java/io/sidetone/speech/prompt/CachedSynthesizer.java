package io.sidetone.speech.prompt;

import io.netty.channel.EventLoop;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.voice.VoiceProfile;
import io.sidetone.speech.voice.VoiceSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A voice that keeps what it says often: sentences given to {@link #prepare}, and any that is asked for a second time. What
 * it keeps it says without the voice behind it. While that is lost a session goes on with what is kept, opens it again a
 * few times, and fails only then. Thread-safe.
 */
public final class CachedSynthesizer implements Synthesizer {
    /** The voice behind has its own bounds. */
    private static final int ALL = Integer.MAX_VALUE;

    private static final Deadlines ITS_OWN = new Deadlines(0, 0, 0);

    private final Synthesizer voice;
    private final PromptVoice identity;
    private final PromptCache cache;
    private final Supplier<EventLoop> loops;
    private final LongSupplier nanoClock;
    private final EngineMeter meter;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /**
     * Wraps {@code voice}.
     *
     * @param identity what its prompts are kept under
     * @param cache may be shared
     * @param loops the loop for the next session
     */
    public CachedSynthesizer(
            Synthesizer voice,
            PromptVoice identity,
            PromptCache cache,
            Supplier<EventLoop> loops,
            LongSupplier nanoClock) {
        this.voice = voice;
        this.identity = identity;
        this.cache = cache;
        this.loops = loops;
        this.nanoClock = nanoClock;
        this.meter = new EngineMeter(identity.engine() + " prompts", EngineKind.SYNTHESIZER);
    }

    @Override
    public SynthesisSession open(CallContext call, SynthesisEvents events) {
        EventLoop loop = loops.get();
        return VoiceSession.open(
                loop,
                call,
                events,
                new VoiceProfile(identity.engine(), ALL, 1, ITS_OWN),
                meter,
                nanoClock,
                session -> new CachedVoice(this, call, session));
    }

    /**
     * Has {@code texts} spoken and kept, one clause after another, beside whatever calls ask for; tried again for as long as
     * the voice does not answer, with growing pauses up to a minute. Lists of one engine that share a cache are made one
     * after another, and what one list left there the next does not ask for. A list that waits to try again lets the others
     * go first.
     *
     * @return completes with the clauses that are kept, when all are or when a voice refuses the rest for good
     */
    public CompletableFuture<Integer> prepare(List<String> texts) {
        CompletableFuture<Integer> result = new CompletableFuture<>();
        new PromptMaker(this, loops.get(), texts, result, cache.order(), identity.engine()).begin();
        return result;
    }

    @Override
    public EngineHealth health() {
        return voice.health();
    }

    /** Clauses that were said from what is kept. */
    public long hits() {
        return hits.sum();
    }

    /** Clauses that the voice behind was asked for. */
    public long misses() {
        return misses.sum();
    }

    Synthesizer voice() {
        return voice;
    }

    Prompt kept(String text) {
        return cache.get(identity, text);
    }

    void keep(String text, Prompt prompt, boolean stays) {
        cache.put(identity, text, prompt, stays);
    }

    boolean askedAgain(String text) {
        return cache.askedAgain(identity, text);
    }

    /** Whether a session without the voice behind it is worth having. */
    boolean knowsAny() {
        return cache.knows(identity);
    }

    void count(boolean hit) {
        (hit ? hits : misses).increment();
    }
}
