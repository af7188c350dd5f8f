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
 * @param late packets that came after their place had been given up; they are among the lost ones too
 * @param reordered packets that came after a later one, but in time
 * @param lossFraction share of the packets sent that did not come at all, 0…1; repeated ones do not hide it
 * @param jitterMs interarrival jitter (RFC 3550 A.8)
 * @param roundTripMs last round trip, or −1 while none was measured
 * @param farLost packets of ours the peer says it lost
 * @param farLossFraction their share in the peer's last report, 0…1, or −1 before the first
 * @param farJitterMs jitter of our packets in the peer's last report, or −1 before the first
 * @param comfortNoise comfort noise packets
 * @param suite crypto suite of SRTP, or null while the call is not encrypted
 * @param notAuthentic packets of an encrypted call that its key did not make
 * @param replayed authentic packets that had come before
 * @param mos how we hear the caller by the E-model, 1…4.5, or −1 before the first packet
 * @param farMos how the caller hears us: what it says in extended reports, else estimated from its loss; −1 before the first
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
        long reordered,
        double lossFraction,
        double jitterMs,
        double roundTripMs,
        long farLost,
        double farLossFraction,
        double farJitterMs,
        long comfortNoise,
        String suite,
        long notAuthentic,
        long replayed,
        double mos,
        double farMos) {}
