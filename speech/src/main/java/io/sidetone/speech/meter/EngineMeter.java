package io.sidetone.speech.meter;

import io.sidetone.core.port.EngineKind;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/** What one engine did in one role, and what it cost. Thread-safe; times in ns, histograms up to a minute. */
public final class EngineMeter {
    private static final long HIGHEST_NS = 60_000_000_000L;

    /** Name in the configuration. */
    public final String engine;

    /** Its role. */
    public final EngineKind role;

    /** Utterances, responses or clauses asked for. */
    public final LongAdder requests = new LongAdder();

    /** Of these, those that failed. */
    public final LongAdder failures = new LongAdder();

    /** Of these, those that were cancelled. */
    public final LongAdder cancelled = new LongAdder();

    /** Messages for what was cancelled, dropped unread. */
    public final LongAdder lateDropped = new LongAdder();

    /** Messages that the protocol does not know, dropped. */
    public final LongAdder strange = new LongAdder();

    /** Audio that the service was sent, or sent us, in ms. */
    public final LongAdder audioMs = new LongAdder();

    /** Characters that were synthesized. */
    public final LongAdder characters = new LongAdder();

    /** Tokens that a model was given. */
    public final LongAdder inputTokens = new LongAdder();

    /** Tokens that a model gave. */
    public final LongAdder outputTokens = new LongAdder();

    /** From the first audio of an utterance, or from a request, to the first partial, token or audio. */
    public final ConcurrentHistogram firstAnswer = new ConcurrentHistogram(HIGHEST_NS, 2);

    /** From the end of an utterance to its final transcript, or from a request to the end of its answer. */
    public final ConcurrentHistogram wholeAnswer = new ConcurrentHistogram(HIGHEST_NS, 2);

    /** Creates the meter of {@code engine} in {@code role}. */
    public EngineMeter(String engine, EngineKind role) {
        this.engine = engine;
        this.role = role;
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
