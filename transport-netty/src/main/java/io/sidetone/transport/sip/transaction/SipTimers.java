package io.sidetone.transport.sip.transaction;

import java.util.concurrent.TimeUnit;

/**
 * The three base values of RFC 3261 section 17 and everything derived from them (table 4).
 *
 * @param t1Ns round-trip estimate in nanoseconds, 500 ms by default
 * @param t2Ns longest retransmission interval in nanoseconds, 4 s by default
 * @param t4Ns longest life of a message in the network in nanoseconds, 5 s by default
 */
public record SipTimers(long t1Ns, long t2Ns, long t4Ns) {
    /** The values of the RFC. */
    public static final SipTimers RFC_3261 =
            new SipTimers(TimeUnit.MILLISECONDS.toNanos(500), TimeUnit.SECONDS.toNanos(4), TimeUnit.SECONDS.toNanos(5));

    /** Refuses values that would retransmit without end. */
    public SipTimers {
        if (t1Ns <= 0 || t2Ns < t1Ns || t4Ns < 0) {
            throw new IllegalArgumentException("SIP timers T1=" + t1Ns + " ns, T2=" + t2Ns + " ns, T4=" + t4Ns
                    + " ns: need 0 < T1 <= T2 and T4 >= 0; use 500 ms, 4 s, 5 s");
        }
    }

    /** Returns 64·T1 in nanoseconds, the limit of nearly every wait. */
    public long timeoutNs() {
        return 64 * t1Ns;
    }

    /**
     * Returns the first value of a timer in nanoseconds. Over a reliable transport the waits for retransmissions are zero
     * and a retransmission timer is never started.
     */
    public long firstNs(SipTimer timer, boolean reliable) {
        return switch (timer) {
            case A, E, G -> t1Ns;
            case B, F, H, L, M -> timeoutNs();
            case D, J -> reliable ? 0 : timeoutNs();
            case I, K -> reliable ? 0 : t4Ns;
        };
    }

    /** Returns the interval that follows {@code previousNs}: timer A doubles without limit, E and G up to T2. */
    public long nextNs(SipTimer timer, long previousNs) {
        long doubledNs = 2 * previousNs;
        return timer == SipTimer.A ? doubledNs : Math.min(doubledNs, t2Ns);
    }
}
