package io.sidetone.transport.rtp.stats;

/**
 * One call's media at one moment.
 *
 * @param codec encoding name of the audio received last, or null
 * @param packetsIn RTP packets accepted
 * @param bytesIn payload bytes accepted
 * @param packetsOut RTP packets sent
 * @param bytesOut payload bytes sent
 * @param lost packets given up
 * @param duplicate packets received twice
 * @param late packets that came after their place had been given up
 * @param jitterMs interarrival jitter (RFC 3550 A.8)
 * @param roundTripMs last round trip, or −1 while none was measured
 * @param farLost packets of ours the peer says it lost
 */
public record RtpStatistics(
        String codec,
        long packetsIn,
        long bytesIn,
        long packetsOut,
        long bytesOut,
        long lost,
        long duplicate,
        long late,
        double jitterMs,
        double roundTripMs,
        long farLost) {}
