package io.sidetone.transport.carrier;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.sidetone.transport.dialect.DialectEvents;
import java.util.concurrent.atomic.LongAdder;

/** What the sessions of one dialect count. Thread-safe. */
public final class CarrierCounters implements DialectEvents {
    private final LongAdder upgradesRefused = new LongAdder();
    private final LongAdder webhooksRefused = new LongAdder();
    private final LongAdder malformed = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder badAudio = new LongAdder();
    private final LongAdder early = new LongAdder();
    private final LongAdder marksIgnored = new LongAdder();
    private final LongAdder late = new LongAdder();

    /** Registers everything under {@code sidetone_carrier_}, tagged with {@code dialect}. */
    public void bindTo(MeterRegistry registry, String dialect) {
        counter(
                registry,
                dialect,
                "upgrades.refused",
                "Media streams without the right signature or token",
                upgradesRefused);
        counter(
                registry,
                dialect,
                "webhooks.refused",
                "Webhooks without the right signature, or replayed",
                webhooksRefused);
        counter(registry, dialect, "malformed", "Messages that could not be understood", malformed);
        counter(registry, dialect, "unknown", "Messages of an unknown kind", unknown);
        counter(registry, dialect, "bad.audio", "Audio that was no Base64 or no whole samples", badAudio);
        counter(registry, dialect, "early", "Audio and digits outside a call", early);
        counter(
                registry,
                dialect,
                "marks.ignored",
                "Marks that were returned by a clear, or are not ours",
                marksIgnored);
        counter(registry, dialect, "late", "Audio that came after its place in the order", late);
    }

    private static void counter(MeterRegistry registry, String dialect, String name, String what, LongAdder adder) {
        FunctionCounter.builder("sidetone.carrier." + name, adder, LongAdder::sum)
                .description(what)
                .tag("dialect", dialect)
                .register(registry);
    }

    @Override
    public void accessRefused() {
        upgradesRefused.increment();
    }

    @Override
    public void callOpened() {
        // Counted with the calls of all streams.
    }

    @Override
    public void callRefused() {
        // Counted by the admission of calls.
    }

    /** Counts a webhook that was not answered. */
    public void webhookRefused() {
        webhooksRefused.increment();
    }

    void malformedMessage() {
        malformed.increment();
    }

    void unknownMessage() {
        unknown.increment();
    }

    void badAudioMessage() {
        badAudio.increment();
    }

    void earlyMessage() {
        early.increment();
    }

    void ignoredMarks(long count) {
        marksIgnored.add(count);
    }

    void lateAudio(long count) {
        late.add(count);
    }

    /** Messages that could not be understood. */
    public long malformed() {
        return malformed.sum();
    }

    /** Messages of an unknown kind. */
    public long unknown() {
        return unknown.sum();
    }

    /** Audio that was no Base64 or no whole samples. */
    public long badAudio() {
        return badAudio.sum();
    }

    /** Audio and digits outside a call. */
    public long early() {
        return early.sum();
    }

    /** Marks that told nothing. */
    public long marksIgnored() {
        return marksIgnored.sum();
    }

    /** Upgrades that were refused. */
    public long upgradesRefused() {
        return upgradesRefused.sum();
    }

    /** Webhooks that were refused. */
    public long webhooksRefused() {
        return webhooksRefused.sum();
    }
}
