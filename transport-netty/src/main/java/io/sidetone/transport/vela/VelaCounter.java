package io.sidetone.transport.vela;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of what happened on {@code /ws}. */
public enum VelaCounter implements CounterName {
    /** Sessions begun. */
    SESSIONS("sessions", "Sessions begun over /ws", ""),
    /** Messages that are no JSON. */
    INVALID_JSON("bad_messages", Help.BAD, "invalid_json"),
    /** Messages that are none of this protocol. */
    INVALID_MESSAGE("bad_messages", Help.BAD, "invalid_message"),
    /** Connections closed because messages came too fast. */
    FLOOD("bad_messages", Help.BAD, "flood"),
    /** Sessions that wait for another connection. */
    WAITS("resume", Help.RESUME, "waits"),
    /** Sessions taken up again by another connection. */
    RESUMED("resume", Help.RESUME, "resumed"),
    /** Connections that asked for a session that is not to be had. */
    RESUME_REFUSED("resume", Help.RESUME, "refused"),
    /** Sessions ended because too many events waited. */
    OVERFLOWS("overflows", "Sessions ended because too many events waited", "");

    private final CounterSeries series;

    VelaCounter(String metric, String help, String kind) {
        series = new CounterSeries("sidetone_vela_" + metric, help, kind.isEmpty() ? "" : "kind", kind);
    }

    @Override
    public CounterSeries series() {
        return series;
    }

    private static final class Help {
        private static final String BAD = "Messages over /ws that were refused, by their fault";
        private static final String RESUME = "Sessions that wait for another connection, were resumed, or could not be";
    }
}
