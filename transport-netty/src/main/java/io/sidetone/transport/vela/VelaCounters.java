package io.sidetone.transport.vela;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** What happened on {@code /ws}. Any thread. */
public final class VelaCounters {
    final LongAdder sessions = new LongAdder();
    final LongAdder badJson = new LongAdder();
    final LongAdder badMessages = new LongAdder();
    final LongAdder waits = new LongAdder();
    final LongAdder resumed = new LongAdder();
    final LongAdder resumeRefused = new LongAdder();
    final LongAdder floods = new LongAdder();
    final LongAdder overflows = new LongAdder();

    /** Sessions begun. */
    public long sessions() {
        return sessions.sum();
    }

    /** Messages that were no JSON, or none of this protocol. */
    public long bad() {
        return badJson.sum() + badMessages.sum();
    }

    /** Sessions taken up again by another connection. */
    public long resumed() {
        return resumed.sum();
    }

    /** Connections that asked for a session that is not to be had. */
    public long resumeRefused() {
        return resumeRefused.sum();
    }

    /** Has {@code registry} read these counters. */
    public void bindTo(MeterRegistry registry) {
        bind(registry, "sidetone_vela_sessions", "Sessions begun over /ws", "", sessions);
        String bad = "Messages over /ws that were refused, by their fault";
        bind(registry, "sidetone_vela_bad_messages", bad, "invalid_json", badJson);
        bind(registry, "sidetone_vela_bad_messages", bad, "invalid_message", badMessages);
        bind(registry, "sidetone_vela_bad_messages", bad, "flood", floods);
        String resume = "Sessions that wait for another connection, were resumed, or could not be";
        bind(registry, "sidetone_vela_resume", resume, "waits", waits);
        bind(registry, "sidetone_vela_resume", resume, "resumed", resumed);
        bind(registry, "sidetone_vela_resume", resume, "refused", resumeRefused);
        bind(registry, "sidetone_vela_overflows", "Sessions ended because too many events waited", "", overflows);
    }

    private static void bind(MeterRegistry registry, String name, String help, String kind, LongAdder counter) {
        FunctionCounter.Builder<LongAdder> meter =
                FunctionCounter.builder(name, counter, LongAdder::sum).description(help);
        if (!kind.isEmpty()) {
            meter.tag("kind", kind);
        }
        meter.register(registry);
    }
}
