package io.sidetone.transport.carrier;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Counters of the sessions and webhooks of one carrier. */
public enum CarrierCounter implements CounterName {
    /** Media streams without the right signature or token. */
    UPGRADES_REFUSED("upgrades_refused", "Media streams without the right signature or token"),
    /** Webhooks without the right signature, or replayed. */
    WEBHOOKS_REFUSED("webhooks_refused", "Webhooks without the right signature, or replayed"),
    /** Messages that could not be understood. */
    MALFORMED("malformed", "Messages that could not be understood"),
    /** Messages of an unknown kind. */
    UNKNOWN("unknown", "Messages of an unknown kind"),
    /** Audio that was no Base64 or no whole samples. */
    BAD_AUDIO("bad_audio", "Audio that was no Base64 or no whole samples"),
    /** Audio and digits outside a call. */
    EARLY("early", "Audio and digits outside a call"),
    /** Marks that were returned by a clear, or are not ours. */
    MARKS_IGNORED("marks_ignored", "Marks that were returned by a clear, or are not ours"),
    /** Audio that came after its place in the order. */
    LATE("late", "Audio that came after its place in the order");

    private final String metric;
    private final String help;

    CarrierCounter(String metric, String help) {
        this.metric = metric;
        this.help = help;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_carrier_" + metric, help);
    }
}
