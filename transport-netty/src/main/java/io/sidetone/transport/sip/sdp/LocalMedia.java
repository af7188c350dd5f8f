package io.sidetone.transport.sip.sdp;

import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/**
 * Abilities that we have in one call.
 *
 * @param address where we receive, as the peer is to see it
 * @param rtpPort port we receive RTP on; RTCP on the next one unless muxed
 * @param codecs in the order we prefer
 * @param telephoneEventPayloadType payload type we offer for RFC 4733 events, or -1 for none
 * @param ptimeMs packet time we send and ask for, in ms
 * @param rtcpMux offer and accept RTP and RTCP on one port (RFC 5761)
 */
public record LocalMedia(
        InetAddress address,
        int rtpPort,
        List<SdpCodec> codecs,
        int telephoneEventPayloadType,
        int ptimeMs,
        boolean rtcpMux) {
    /** Codecs that every telephone has. */
    public static final List<SdpCodec> NARROWBAND = List.of(SdpCodec.PCMU, SdpCodec.PCMA);

    private static final int TELEPHONE_EVENT = 101;
    private static final int PTIME_MS = 20;

    /** Checks ranges and copies the list. */
    public LocalMedia {
        Objects.requireNonNull(address, "address");
        codecs = List.copyOf(codecs);
        boolean events = telephoneEventPayloadType == -1
                || (telephoneEventPayloadType >= 96 && telephoneEventPayloadType <= 127);
        if (rtpPort < 1 || rtpPort > 65535 || codecs.isEmpty() || !events || ptimeMs < 1) {
            throw new IllegalArgumentException("media at port " + rtpPort + " with codecs " + codecs
                    + ", telephone-event payload type " + telephoneEventPayloadType + ", ptime " + ptimeMs
                    + " ms: port 1 to 65535, at least one codec, payload type 96 to 127 or -1, ptime at least 1");
        }
    }

    /** PCMU, then PCMA, telephone-event 101, ptime 20 ms, no rtcp-mux. */
    public static LocalMedia standard(InetAddress address, int rtpPort) {
        return of(address, rtpPort, NARROWBAND);
    }

    /** These codecs, telephone-event 101, ptime 20 ms, no rtcp-mux. */
    public static LocalMedia of(InetAddress address, int rtpPort, List<SdpCodec> codecs) {
        return new LocalMedia(address, rtpPort, codecs, TELEPHONE_EVENT, PTIME_MS, false);
    }

    /** Returns this without telephone events: digits are tones then. */
    public LocalMedia withoutTelephoneEvents() {
        return new LocalMedia(address, rtpPort, codecs, -1, ptimeMs, rtcpMux);
    }

    /** The RTP clocks of our codecs, lowest first: telephone events have one each (RFC 7587 section 7 names none for 8 kHz). */
    List<Integer> clocks() {
        return codecs.stream().map(SdpCodec::clockRateHz).distinct().sorted().toList();
    }

    /** Those of our codecs that have this sample rate, in our order. */
    List<SdpCodec> codecsAt(int sampleRateHz) {
        return codecs.stream()
                .filter(codec -> codec.sampleRateHz() == sampleRateHz)
                .toList();
    }
}
