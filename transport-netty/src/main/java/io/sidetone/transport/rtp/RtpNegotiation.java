package io.sidetone.transport.rtp;

import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;

/**
 * Result of an offer and its answer for the media of one call, as the media port needs it. Immutable.
 *
 * @param send what we send, under the number the peer offered it
 * @param receive what the peer may send, under our numbers; all of one sample rate and one RTP clock
 * @param sendEvents payload type of telephone events the peer takes, or {@link PayloadMap#NO_TELEPHONE_EVENT}
 * @param receiveEvents payload type of telephone events we receive, or {@link PayloadMap#NO_TELEPHONE_EVENT}
 * @param remoteRtp media address of the peer's SDP, resolved; 0.0.0.0 is the old form of hold
 * @param remoteRtcp RTCP address ({@code a=rtcp}), or null for the port after {@code remoteRtp}
 * @param rtcpMux whether RTCP goes over the RTP port
 * @param sends whether the direction has us send
 * @param receives whether the direction has us receive
 * @param signalling where the peer's signalling comes from, or null
 * @param others what a translated trunk ({@code nat: true}) may send from besides; {@link OtherSources#NONE} for any other
 * @param inBandDigits whether digits come as tones in the sound
 * @param keys of SRTP in both directions, or null for a call that is not encrypted
 * @param extendedReports whether the peer wants the VoIP metrics of RFC 3611
 * @param packetMs length of the packets that the peer takes, 10 to 60
 */
public record RtpNegotiation(
        AudioFormat send,
        List<AudioFormat> receive,
        int sendEvents,
        int receiveEvents,
        InetSocketAddress remoteRtp,
        InetSocketAddress remoteRtcp,
        boolean rtcpMux,
        boolean sends,
        boolean receives,
        InetAddress signalling,
        OtherSources others,
        boolean inBandDigits,
        SrtpKeys keys,
        boolean extendedReports,
        int packetMs) {
    /** Checks that nothing needed is missing. */
    public RtpNegotiation {
        Objects.requireNonNull(send, "send");
        receive = List.copyOf(receive);
        Objects.requireNonNull(remoteRtp, "remoteRtp");
        Objects.requireNonNull(others, "others");
        if (remoteRtp.isUnresolved()) {
            throw new IllegalArgumentException("media address " + remoteRtp
                    + " is a name; resolve it before the media port, which never waits for DNS");
        }
    }

    /** Returns whether the SDP names no address: the old form of hold (RFC 2543). */
    public boolean isBlackHole() {
        return remoteRtp.getAddress().isAnyLocalAddress();
    }

    /** Returns the RTCP address. */
    public InetSocketAddress effectiveRtcp() {
        if (rtcpMux) {
            return remoteRtp;
        }
        return remoteRtcp != null ? remoteRtcp : MediaTargets.rtcpOf(remoteRtp);
    }
}
