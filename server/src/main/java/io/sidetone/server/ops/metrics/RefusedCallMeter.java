package io.sidetone.server.ops.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.server.Part;

/** Counts calls that were refused: {@code sidetone_calls_refused_total}. Any thread. */
public final class RefusedCallMeter implements Part {
    private static final int MOST = 64;

    private final LabeledCounter calls =
            new LabeledCounter(ServerMeter.CALLS_REFUSED, MOST, "trunk", "status", "reason");

    /**
     * Counts one.
     *
     * @param trunk name of its trunk in the configuration; empty for none
     * @param status of SIP or HTTP that it was refused with
     * @param reason short code out of a closed set; never text of a peer
     */
    public void count(String trunk, int status, String reason) {
        calls.count(trunk, Integer.toString(status), reason);
    }

    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        calls.bindTo(registry);
    }
}
