package io.sidetone.transport.trunk.media;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.transport.rtp.AudioFormat;
import io.sidetone.transport.rtp.FarMedia;
import io.sidetone.transport.rtp.PayloadMap;
import io.sidetone.transport.rtp.RtpEndpoint;
import io.sidetone.transport.rtp.RtpNegotiation;
import io.sidetone.transport.rtp.receive.OtherSources;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SdpOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Turns what offer and answer agreed on into what the media port needs. */
public final class MediaNegotiation {
    private MediaNegotiation() {}

    /**
     * Translates an agreement.
     *
     * @param signalling where the peer's signalling comes from
     * @param others where else its media may come from (nat: true)
     * @param opus makes the codec of each stream of Opus
     * @param tones whether the digits of a peer without telephone events are heard in its sound
     */
    public static RtpNegotiation of(
            MediaAgreement agreement,
            InetAddress signalling,
            OtherSources others,
            boolean tones,
            Supplier<AudioCodec> opus) {
        List<AudioFormat> receive = new ArrayList<>();
        receive.add(format(agreement.codec(), agreement.receivePayloadType(), opus));
        for (SdpCodec other : SdpCodec.values()) {
            // Peers that answer with one law send the other: its static number can mean nothing else.
            boolean alike = other.isStatic()
                    && other.sampleRateHz() == agreement.codec().sampleRateHz()
                    && other.clockRateHz() == agreement.codec().clockRateHz();
            boolean free = receive.get(0).payloadType() != other.payloadType()
                    && agreement.receiveEventPayloadType() != other.payloadType();
            if (other != agreement.codec() && alike && free) {
                receive.add(format(other, other.payloadType(), opus));
            }
        }
        return new RtpNegotiation(
                format(agreement.codec(), agreement.sendPayloadType(), opus),
                receive,
                events(agreement.sendEventPayloadType()),
                events(agreement.receiveEventPayloadType()),
                resolved(agreement.remoteRtp(), signalling),
                agreement.remoteRtcp() == null ? null : resolved(agreement.remoteRtcp(), signalling),
                agreement.rtcpMux(),
                agreement.direction().sends(),
                agreement.direction().receives(),
                signalling,
                others,
                tones && agreement.receiveEventPayloadType() < 0,
                agreement.keys(),
                agreement.extendedReports(),
                agreement.packetMs());
    }

    /** Returns {@code outcome}, or a refusal where another call on the same port has named the peer's address. */
    public static SdpOutcome admitted(SdpOutcome outcome, RtpEndpoint media, InetAddress signalling) {
        return outcome instanceof SdpOutcome.Agreed agreed
                        && !media.admits(resolved(agreed.agreement().remoteRtp(), signalling))
                ? SdpOutcome.Refused.addressTaken()
                : outcome;
    }

    /**
     * Tells what an offer says of the far end's media.
     *
     * @param signalling where the peer's signalling comes from
     * @param others where else its media may come from (nat: true)
     */
    public static FarMedia far(MediaAgreement agreement, InetAddress signalling, OtherSources others) {
        InetSocketAddress rtcp = agreement.rtcpMux() ? agreement.remoteRtp() : agreement.remoteRtcp();
        return new FarMedia(agreement.remoteRtp(), rtcp, signalling, others != OtherSources.NONE);
    }

    private static int events(int payloadType) {
        return payloadType < 0 ? PayloadMap.NO_TELEPHONE_EVENT : payloadType;
    }

    private static AudioFormat format(SdpCodec codec, int payloadType, Supplier<AudioCodec> opus) {
        AudioFormat known =
                switch (codec) {
                    case OPUS -> new AudioFormat("opus", payloadType, opus);
                    case G722 -> AudioFormat.G722;
                    case PCMU -> AudioFormat.PCMU;
                    case PCMA -> AudioFormat.PCMA;
                };
        return known.as(payloadType);
    }

    /** A name in c= is not looked up on an event loop: media goes where the signalling is, until the peer sends. */
    private static InetSocketAddress resolved(InetSocketAddress address, InetAddress signalling) {
        return address.isUnresolved() ? new InetSocketAddress(signalling, address.getPort()) : address;
    }
}
