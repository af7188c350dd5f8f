package io.sidetone.speech.meter;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import java.util.Locale;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Counts what one engine did in one role, and its usage. A meter of {@link #forCall} counts for one call and for the
 * engine. Thread-safe; times in ns, histograms up to one minute.
 */
public final class EngineMeter {
    private static final long HIGHEST_NS = 604_800_000_000_000L;

    /** Name in the configuration. */
    public final String engine;

    /** Its role. */
    public final EngineKind role;

    /** Utterances, responses or clauses asked for. */
    public final Count requests;

    /** Failed requests, and connections that could not be opened. */
    public final Count failures;

    /** Cancelled requests. Counted per engine, also in the meter of a call. */
    public final Count cancelled;

    /**
     * Messages of cancelled requests that arrived late and were dropped. Counted per engine, also in the meter of a
     * call.
     */
    public final Count lateDropped;

    /**
     * Messages that the protocol does not define; they were dropped. Counted per engine, also in the meter of a call.
     */
    public final Count unexpected;

    /** Audio sent to the service, or received from it, in ms. */
    public final Count audioMs;

    /** Characters that were synthesized. */
    public final Count characters;

    /** Tokens sent to a model. */
    public final Count inputTokens;

    /** Input tokens that the service reused from an earlier request. */
    public final Count cachedTokens;

    /** Tokens received from a model. */
    public final Count outputTokens;

    /** From the first audio of an utterance, or from a request, to the first partial, token or audio. */
    public final ConcurrentHistogram firstAnswer;

    /** From the end of an utterance to its final transcript, or from a request to the end of its answer. */
    public final ConcurrentHistogram wholeAnswer;

    /** Creates the meter of {@code engine} in {@code role}. */
    public EngineMeter(String engine, EngineKind role) {
        this.engine = engine;
        this.role = role;
        this.requests = new Count();
        this.failures = new Count();
        this.cancelled = new Count();
        this.lateDropped = new Count();
        this.unexpected = new Count();
        this.audioMs = new Count();
        this.characters = new Count();
        this.inputTokens = new Count();
        this.cachedTokens = new Count();
        this.outputTokens = new Count();
        this.firstAnswer = new ConcurrentHistogram(HIGHEST_NS, 2);
        this.wholeAnswer = new ConcurrentHistogram(HIGHEST_NS, 2);
    }

    private EngineMeter(EngineMeter of, EngineUsage usage) {
        this.engine = of.engine;
        this.role = of.role;
        this.requests = new CallCount(of.requests, usage, Measure.REQUESTS);
        this.failures = new CallCount(of.failures, usage, Measure.FAILURES);
        this.cancelled = of.cancelled;
        this.lateDropped = of.lateDropped;
        this.unexpected = of.unexpected;
        this.audioMs = new CallCount(of.audioMs, usage, Measure.AUDIO_MS);
        this.characters = new CallCount(of.characters, usage, Measure.CHARACTERS);
        this.inputTokens = new CallCount(of.inputTokens, usage, Measure.INPUT_TOKENS);
        this.cachedTokens = new CallCount(of.cachedTokens, usage, Measure.CACHED_TOKENS);
        this.outputTokens = new CallCount(of.outputTokens, usage, Measure.OUTPUT_TOKENS);
        this.firstAnswer = of.firstAnswer;
        this.wholeAnswer = of.wholeAnswer;
    }

    /** Returns the meter for a session of {@code call}; it counts for the call and for this engine. */
    public EngineMeter forCall(CallContext call) {
        return new EngineMeter(this, call.usage().of(engine, roleName()));
    }

    /** Returns the name of the role in metrics and in the API. */
    public String roleName() {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** Records a time to the first piece of an answer. */
    public void first(long ns) {
        firstAnswer.recordValue(Math.max(0, Math.min(HIGHEST_NS, ns)));
    }

    /** Records a time to the end of an answer. */
    public void whole(long ns) {
        wholeAnswer.recordValue(Math.max(0, Math.min(HIGHEST_NS, ns)));
    }
}
