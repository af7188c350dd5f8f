package io.sidetone.transport.rtp.stats;

import io.sidetone.core.metrics.SingleWriterCounters;

/**
 * One value per {@link RtpCounter}, for one call or for one event loop.
 *
 * <p>Written by one event loop (plain read, released write, no lock prefix), read by any thread. A call's counters pass
 * every count on to those of their loop, so that totals survive the call.
 */
public final class RtpCounters extends SingleWriterCounters<RtpCounter> {
    private final RtpCounters total;

    /** Creates counters without a total: those of a loop. */
    public RtpCounters() {
        this(null);
    }

    /** Creates counters that also count into {@code total}, which the same event loop writes; null for none. */
    public RtpCounters(RtpCounters total) {
        super(RtpCounter.class);
        this.total = total;
    }

    @Override
    public void add(RtpCounter counter, long amount) {
        super.add(counter, amount);
        if (total != null) {
            total.add(counter, amount);
        }
    }
}
