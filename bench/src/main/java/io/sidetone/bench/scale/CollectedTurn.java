package io.sidetone.bench.scale;

import io.sidetone.bench.harness.Spread;
import java.util.List;
import java.util.Locale;

/**
 * One turn of a server with one collector.
 *
 * @param turn what calls cost meanwhile
 * @param pausesMs how long each pause of the collector was meanwhile
 */
record CollectedTurn(Turn turn, List<Double> pausesMs) {
    /** Returns how long pauses were; all NaN without any. */
    Spread pauses() {
        return Spread.of(pausesMs);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s; %d pauses, p99 %.2f, max %.2f ms",
                turn,
                pausesMs.size(),
                pauses().p99(),
                pauses().max());
    }
}
