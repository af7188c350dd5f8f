package io.sidetone.transport.rtp.rtcp;

/** Wall time in NTP form, computed from monotonic time (RFC 3550 section 4). Immutable. */
public final class NtpTime {
    private static final long NTP_EPOCH_OFFSET_SECONDS = 2_208_988_800L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long wallEpochNs;
    private final long epochNs;

    /** At the monotonic time {@code epochNs} the wall clock showed {@code wallEpochMs} since 1970. */
    public NtpTime(long wallEpochMs, long epochNs) {
        this.wallEpochNs = wallEpochMs * 1_000_000L;
        this.epochNs = epochNs;
    }

    /** Returns seconds since 1900 in the upper and the fraction in the lower 32 bits. */
    public long at(long nowNs) {
        long wallNs = wallEpochNs + (nowNs - epochNs);
        long seconds = Math.floorDiv(wallNs, NANOS_PER_SECOND) + NTP_EPOCH_OFFSET_SECONDS;
        long fraction = (Math.floorMod(wallNs, NANOS_PER_SECOND) << 32) / NANOS_PER_SECOND;
        return seconds << 32 | fraction;
    }

    /** Returns the middle 32 bits: 1/65536 s, wrapping every 18 hours. */
    public static int middle(long ntp) {
        return (int) (ntp >>> 16);
    }
}
