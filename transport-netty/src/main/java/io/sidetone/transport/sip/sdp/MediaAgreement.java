package io.sidetone.transport.sip.sdp;

import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.net.InetSocketAddress;

/**
 * What offer and answer agreed on for the audio stream.
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
        AudioCodec codec,
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
        boolean extendedReports) {}
