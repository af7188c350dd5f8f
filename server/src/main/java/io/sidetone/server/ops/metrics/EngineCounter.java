package io.sidetone.server.ops.metrics;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;
import io.sidetone.speech.meter.Count;
import io.sidetone.speech.meter.EngineMeter;
import java.util.function.Function;

/** Counts of each engine in each role. */
enum EngineCounter implements CounterName {
    /** Utterances, responses or clauses asked for. */
    REQUESTS("requests", "Utterances, responses or clauses asked for", meter -> meter.requests),
    /** Of these, failed, and connections that could not be made. */
    FAILURES("failures", "Of these, failed, and connections that could not be made", meter -> meter.failures),
    /** Of these, cancelled. */
    CANCELLED("cancelled", "Of these, cancelled", meter -> meter.cancelled),
    /** Messages for what was cancelled, dropped. */
    LATE_DROPPED("late_dropped", "Messages for what was cancelled, dropped", meter -> meter.lateDropped),
    /** Messages that the protocol does not know. */
    UNEXPECTED_MESSAGES("unexpected_messages", "Messages that the protocol does not know", meter -> meter.unexpected),
    /** The former name of unexpected_messages. */
    STRANGE("strange", "The former name of unexpected_messages", meter -> meter.unexpected),
    /** Audio that was sent or received. */
    AUDIO_SECONDS("audio_seconds", "Audio that was sent or received, in seconds", meter -> meter.audioMs, 1e-3),
    /** Characters that were synthesized. */
    CHARACTERS("characters", "Characters that were synthesized", meter -> meter.characters),
    /** Tokens that a model was given. */
    INPUT_TOKENS("input_tokens", "Tokens that a model was given", meter -> meter.inputTokens),
    /** Of these, kept by the service. */
    CACHED_TOKENS("cached_tokens", "Of these, kept by the service", meter -> meter.cachedTokens),
    /** Tokens that a model gave. */
    OUTPUT_TOKENS("output_tokens", "Tokens that a model gave", meter -> meter.outputTokens);

    private final CounterSeries series;
    private final Function<EngineMeter, Count> of;
    private final double unit;

    EngineCounter(String metric, String help, Function<EngineMeter, Count> of) {
        this(metric, help, of, 1);
    }

    EngineCounter(String metric, String help, Function<EngineMeter, Count> of, double unit) {
        this.series = CounterSeries.of("sidetone_engine_" + metric, help);
        this.of = of;
        this.unit = unit;
    }

    @Override
    public CounterSeries series() {
        return series;
    }

    /** Returns the count of {@code meter}. */
    double value(EngineMeter meter) {
        return of.apply(meter).sum() * unit;
    }
}
