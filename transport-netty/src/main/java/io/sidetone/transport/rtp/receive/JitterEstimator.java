package io.sidetone.transport.rtp.receive;

/**
 * Interarrival jitter of one source in timestamp units, integer form (RFC 3550 A.8).
 *
 * <p>Fed with audio packets in arrival order; packets of one telephone event share a timestamp and are left out. Event
 * loop of the call only.
 */
public final class JitterEstimator {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int clockRateHz;
    private boolean primed;
    private int lastTransit;
    private int scaledJitter;

    /** Creates an estimator for an RTP clock of {@code clockRateHz}. */
    public JitterEstimator(int clockRateHz) {
        this.clockRateHz = clockRateHz;
    }

    /** Takes one packet. */
    public void update(int timestamp, long arrivalNs) {
        // Whole seconds apart, so that the product stays inside 64 bits.
        long seconds = Math.floorDiv(arrivalNs, NANOS_PER_SECOND);
        long rest = Math.floorMod(arrivalNs, NANOS_PER_SECOND);
        int arrival = (int) (seconds * clockRateHz + rest * clockRateHz / NANOS_PER_SECOND);
        int transit = arrival - timestamp;
        if (primed) {
            int difference = Math.abs(transit - lastTransit);
            // A step of a minute is a restarted clock, not jitter.
            if (difference >= 0 && difference < 60 * clockRateHz) {
                scaledJitter += difference - (scaledJitter + 8 >> 4);
            }
        }
        primed = true;
        lastTransit = transit;
    }

    /** Returns the jitter in timestamp units. */
    public int jitter() {
        return scaledJitter >> 4;
    }

    /** Returns the jitter in microseconds. */
    public long jitterMicros() {
        return (long) scaledJitter * 1_000_000L / 16 / clockRateHz;
    }

    /** Forgets the transit time, as after a change of source; the estimate itself starts anew. */
    public void reset() {
        primed = false;
        scaledJitter = 0;
    }
}
