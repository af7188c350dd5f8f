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
 * A voice that keeps the audio of frequent sentences: those given to {@link #prepare}, and those requested a second
 * time. It speaks kept sentences without the wrapped voice. When the wrapped voice is lost, a session continues with
 * kept sentences and tries a few times to open it again; only then does the session fail. Thread-safe.
 */
public final class CachedSynthesizer implements Synthesizer {
    /** No limit here: the wrapped voice has its own. */
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
     * @param identity voice under which its prompts are kept
     * @param cache cache that several engines may share
     * @param loops gives the loop of the next session
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
     * Requests and keeps {@code texts}, one clause after another, while calls go on. While the voice does not answer,
     * it tries again, with growing pauses of up to one minute. Lists of one engine that share a cache are processed one
     * after another; a clause that one list has cached is not requested again. A list that waits to try again lets the
     * other lists go first.
     *
     * @return completes with the number of kept clauses, when all are kept or when a voice finally refuses the rest
     */
    public CompletableFuture<Integer> prepare(List<String> texts) {
        CompletableFuture<Integer> result = new CompletableFuture<>();
        new PromptMaker(this, loops.get(), texts, result, cache.order(), identity.engine()).begin();
        return result;
    }

    @Override
    public Capabilities capabilities() {
        return voice.capabilities();
    }

    @Override
    public EngineHealth health() {
        return voice.health();
    }

    /** Returns the number of clauses that came from the cache. */
    public long hits() {
        return hits.sum();
    }

    /** Returns the number of clauses that the wrapped voice was asked for. */
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

    /** Returns whether a session is useful without the wrapped voice. */
    boolean knowsAny() {
        return cache.knows(identity);
    }

    void count(boolean hit) {
        (hit ? hits : misses).increment();
    }
}
