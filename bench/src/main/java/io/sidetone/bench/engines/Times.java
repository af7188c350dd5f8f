package io.sidetone.bench.engines;

import io.sidetone.tools.softphone.measure.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Durations with the moments at which they ended. Any thread. */
final class Times {
    private record Taken(long atNs, long durationNs) {}

    private final List<Taken> all = new ArrayList<>();
    private Exception fault;

    synchronized void add(long atNs, long durationNs) {
        all.add(new Taken(atNs, durationNs));
    }

    synchronized void fail(Exception e) {
        fault = e;
    }

    /** Returns the durations that ended between two moments. */
    synchronized Times between(long fromNs, long toNs) {
        if (fault != null) {
            throw new IllegalStateException("what takes the times failed", fault);
        }
        Times part = new Times();
        all.stream().filter(one -> one.atNs >= fromNs && one.atNs < toNs).forEach(part.all::add);
        return part;
    }

    synchronized int count() {
        return all.size();
    }

    /** Returns the percentiles; null without durations. */
    synchronized Percentiles percentiles() {
        return Percentiles.ofNs(all.stream().mapToLong(Taken::durationNs).toArray());
    }

    /** Returns a line in milliseconds, for a report. */
    String line() {
        Percentiles spread = percentiles();
        return spread == null
                ? "none"
                : String.format(
                        Locale.ROOT,
                        "p50 %7.3f  p99 %7.3f  max %7.3f ms  (n = %,d)",
                        spread.p50(),
                        spread.p99(),
                        spread.max(),
                        count());
    }
}
