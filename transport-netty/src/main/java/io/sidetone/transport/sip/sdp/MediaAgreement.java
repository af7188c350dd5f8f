package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.InetSocketAddress;

/**
 * Agreement of offer and answer for the audio stream.
 *
 * @param remoteRtp where to send RTP; unresolved when the peer gave a name; the unspecified address on old-style hold
 * @param remoteRtcp where to send RTCP; the RTP address when muxed; null when there is no such port
 * @param codec the one codec
 * @param sendPayloadType payload type on packets we send
 * @param receivePayloadType payload type on packets we receive
 * @param sendEventPayloadType telephone-event on packets we send, or -1
 * @param receiveEventPayloadType telephone-event on packets we receive, or -1
 * @param ptimeMs packet time the peer asks for, 20 when it does not say
 * @param maxptimeMs longest packet the peer takes, or 0 when it does not say
 * @param direction from our view
 * @param hold true when the peer does not want our audio: sendonly, inactive or 0.0.0.0 on its side
 * @param rtcpMux RTP and RTCP share a port
 * @param keys of SRTP, or null for a call that is not encrypted
 * @param extendedReports whether the peer asked for the VoIP metrics of RFC 3611
 */
public record MediaAgreement(
        InetSocketAddress remoteRtp,
        InetSocketAddress remoteRtcp,
        SdpCodec codec,
        int sendPayloadType,
        int receivePayloadType,
        int sendEventPayloadType,
        int receiveEventPayloadType,
        int ptimeMs,
        int maxptimeMs,
        SdpDirection direction,
        boolean hold,
        boolean rtcpMux,
        SrtpKeys keys,
        boolean extendedReports) {
    private static final int CHUNK_MS = 10;
    private static final int LONGEST_MS = 60;

    /** Returns the length of our packets: what the peer asks for, in steps of 10 ms from 10 to 60. */
    public int packetMs() {
        return Math.max(CHUNK_MS, Math.min(LONGEST_MS, ptimeMs) / CHUNK_MS * CHUNK_MS);
    }

    /** Returns this stream without media in either direction, until the peer describes it again (RFC 3264 section 8.2). */
    MediaAgreement silent() {
        return new MediaAgreement(
                new InetSocketAddress(0),
                null,
                codec,
                sendPayloadType,
                receivePayloadType,
                sendEventPayloadType,
                receiveEventPayloadType,
                ptimeMs,
                maxptimeMs,
                SdpDirection.INACTIVE,
                true,
                rtcpMux,
                keys,
                extendedReports);
    }
}
