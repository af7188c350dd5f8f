package io.sidetone.transport.sip.sdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Opus in offer and answer (RFC 7587 sections 6 and 7). */
class OpusNegotiationTest {
    private static final SdpDirection BOTH = SdpDirection.SENDRECV;
    private static final String HEAD = "v=0\no=- 1 1 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\n";
    private static final String OFFERED = "m=audio 4000 RTP/AVP 96 0 101 102\n"
            + "a=rtpmap:96 opus/48000/2\na=fmtp:96 stereo=1;sprop-stereo=1;useinbandfec=1\n"
            + "a=rtpmap:101 telephone-event/8000\na=rtpmap:102 telephone-event/48000\n";

    private static SdpNegotiator with(SdpCodec... codecs) {
        return new SdpNegotiator(
                LocalMedia.of(InetAddress.getLoopbackAddress(), 40_000, List.of(codecs)),
                new SdpSession(7),
                SdpCrypto.off());
    }

    private static SessionDescription sdp(String media) throws SdpParseException {
        return SessionDescription.parse((HEAD + media).getBytes(StandardCharsets.US_ASCII));
    }

    private static SdpOutcome.Agreed answered(SdpNegotiator negotiator, String media) throws SdpParseException {
        return (SdpOutcome.Agreed) negotiator.answer(sdp(media), BOTH);
    }

    @Test
    void shouldAnswerWithItUnderTheOfferersNumberAndTheEventsOfItsClock() throws SdpParseException {
        SdpOutcome.Agreed outcome = answered(with(SdpCodec.OPUS, SdpCodec.PCMU), OFFERED);

        assertThat(outcome.agreement().codec()).isEqualTo(SdpCodec.OPUS);
        assertThat(outcome.agreement().sendPayloadType()).isEqualTo(96);
        assertThat(outcome.agreement().receiveEventPayloadType()).isEqualTo(102);
        assertThat(new String(outcome.local().encode(), StandardCharsets.US_ASCII))
                .contains(
                        "RTP/AVP 96 102\r\n",
                        "a=rtpmap:96 opus/48000/2\r\n",
                        "a=fmtp:96 maxplaybackrate=16000;sprop-maxcapturerate=16000;stereo=0;useinbandfec=1\r\n",
                        "a=rtpmap:102 telephone-event/48000\r\n",
                        "a=fmtp:102 0-16\r\n",
                        "a=ptime:20\r\n");
    }

    @Test
    void shouldTakeTheUsualEventsWhereTheOffererHasNoOthers() throws SdpParseException {
        SdpOutcome.Agreed outcome =
                answered(with(SdpCodec.OPUS), OFFERED.replace("a=rtpmap:102 telephone-event/48000\n", ""));

        assertThat(outcome.agreement().sendEventPayloadType()).isEqualTo(101);
        assertThat(new String(outcome.local().encode(), StandardCharsets.US_ASCII))
                .contains("a=rtpmap:101 telephone-event/8000\r\n");
    }

    @Test
    void shouldNotTakeItWhereItIsNotListedNorWithoutItsEncodingName() throws SdpParseException {
        assertThat(answered(with(SdpCodec.G722, SdpCodec.PCMU), OFFERED)
                        .agreement()
                        .codec())
                .isEqualTo(SdpCodec.PCMU);
        SdpNegotiator all = with(SdpCodec.OPUS, SdpCodec.PCMU);
        assertThat(answered(all, "m=audio 4000 RTP/AVP 111 0\n").agreement().codec())
                .as("111 means nothing by itself")
                .isEqualTo(SdpCodec.PCMU);
        assertThat(answered(all, "m=audio 4000 RTP/AVP 96 0\na=rtpmap:96 opus/48000\n")
                        .agreement()
                        .codec())
                .as("one channel is none of Opus")
                .isEqualTo(SdpCodec.PCMU);
    }

    @Test
    void shouldKeepTheEventsOfNarrowbandAtTheirClock() throws SdpParseException {
        SdpOutcome.Agreed outcome = answered(with(SdpCodec.PCMU), OFFERED);
        assertThat(outcome.agreement().sendEventPayloadType()).isEqualTo(101);
    }

    @Test
    void shouldOfferItWithTheEventsOfEachClockAndTakeTheAnswer() throws SdpParseException {
        SdpNegotiator ours = with(SdpCodec.OPUS, SdpCodec.G722);
        SessionDescription offer = ours.offer(BOTH);
        assertThat(new String(offer.encode(), StandardCharsets.US_ASCII))
                .contains(
                        "RTP/AVP 111 9 101 102\r\n",
                        "a=fmtp:111 maxplaybackrate=16000",
                        "a=rtpmap:101 telephone-event/8000\r\n",
                        "a=rtpmap:102 telephone-event/48000\r\n");
        SdpOutcome.Agreed outcome = (SdpOutcome.Agreed) ours.applyAnswer(
                offer,
                sdp("m=audio 5000 RTP/AVP 98 110\na=rtpmap:98 OPUS/48000/2\na=rtpmap:110 telephone-event/48000\n"));
        MediaAgreement agreement = outcome.agreement();
        assertThat(agreement.codec()).isEqualTo(SdpCodec.OPUS);
        assertThat(agreement.sendPayloadType()).isEqualTo(98);
        assertThat(agreement.receivePayloadType()).isEqualTo(111);
        assertThat(agreement.sendEventPayloadType()).isEqualTo(110);
        assertThat(agreement.receiveEventPayloadType()).isEqualTo(102);
    }
}
