package io.sidetone.transport.sip.sdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SdpNegotiatorTest {
    private static final String HEAD = "v=0\no=- 7 3 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\n";
    private static final SdpDirection BOTH = SdpDirection.SENDRECV;

    private final LocalMedia local = LocalMedia.standard(new InetSocketAddress("203.0.113.5", 0).getAddress(), 40000);
    private final SdpSession session = new SdpSession(1000);
    private final SdpNegotiator negotiator = new SdpNegotiator(local, session, SdpCrypto.off());

    private static SessionDescription sdp(String media) throws SdpParseException {
        return SessionDescriptionTest.parse(HEAD + media);
    }

    private SdpOutcome.Agreed agreed(String media) throws SdpParseException {
        return (SdpOutcome.Agreed) negotiator.answer(sdp(media), BOTH);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "PCMU first          | m=audio 4000 RTP/AVP 0 8                                    | PCMU | 0   | 0   | -1  | 0",
                "PCMA first          | m=audio 4000 RTP/AVP 8 0                                    | PCMA | 8   | 8   | -1  | 8",
                "unknown first       | m=audio 4000 RTP/AVP 9 18 3 8                               | PCMA | 8   | 8   | -1  | 8",
                "with events         | m=audio 4000 RTP/AVP 0 96;a=rtpmap:96 telephone-event/8000  | PCMU | 0   | 0   | 96  | 0 96",
                "events first        | m=audio 4000 RTP/AVP 96 0;a=rtpmap:96 telephone-event/8000  | PCMU | 0   | 0   | 96  | 0 96",
                "wide events only    | m=audio 4000 RTP/AVP 0 96;a=rtpmap:96 telephone-event/16000 | PCMU | 0   | 0   | -1  | 0",
                "two kinds of events | m=audio 4000 RTP/AVP 0 96 97;a=rtpmap:96 telephone-event/48000;a=rtpmap:97 TELEPHONE-EVENT/8000 | PCMU | 0 | 0 | 97 | 0 97",
                "dynamic number      | m=audio 4000 RTP/AVP 111;a=rtpmap:111 pcma/8000/1           | PCMA | 111 | 111 | -1  | 111",
                "static named anew   | m=audio 4000 RTP/AVP 0 8;a=rtpmap:0 L16/8000                | PCMA | 8   | 8   | -1  | 8",
                "comfort noise       | m=audio 4000 RTP/AVP 0 13 96;a=rtpmap:96 telephone-event/8000 | PCMU | 0  | 0   | 96  | 0 13 96",
                "noise by its name   | m=audio 4000 RTP/AVP 8 13;a=rtpmap:13 cn/8000               | PCMA | 8   | 8   | -1  | 8 13",
                "13 named otherwise  | m=audio 4000 RTP/AVP 8 13;a=rtpmap:13 VDVI/8000             | PCMA | 8   | 8   | -1  | 8",
                "with feedback       | m=audio 4000 RTP/AVPF 0                                     | PCMU | 0   | 0   | -1  | 0",
            })
    void shouldTakeOfferersFirstCodecAndNumbers(
            String name, String media, SdpCodec codec, int send, int receive, int event, String formats)
            throws SdpParseException {
        SdpOutcome.Agreed outcome = agreed(media.replace(';', '\n'));
        MediaAgreement agreement = outcome.agreement();

        assertThat(agreement.codec()).as(name).isEqualTo(codec);
        assertThat(agreement.sendPayloadType()).isEqualTo(send);
        assertThat(agreement.receivePayloadType()).isEqualTo(receive);
        assertThat(agreement.sendEventPayloadType()).isEqualTo(event);
        assertThat(agreement.receiveEventPayloadType()).isEqualTo(event);
        assertThat(agreement.remoteRtp()).isEqualTo(new InetSocketAddress("192.0.2.1", 4000));
        assertThat(agreement.remoteRtcp()).isEqualTo(new InetSocketAddress("192.0.2.1", 4001));
        SdpMedia answer = outcome.local().media().get(0);
        assertThat(String.join(" ", answer.formats())).isEqualTo(formats);
        assertThat(answer.port()).isEqualTo(40000);
        for (String format : answer.formats()) {
            assertThat(answer.attributes())
                    .anyMatch(a -> a.name().equals("rtpmap") && a.value().startsWith(format + " "));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "no usable codec   | m=audio 4000 RTP/AVP 9 18                    | 305",
                "events only       | m=audio 4000 RTP/AVP 101;a=rtpmap:101 telephone-event/8000 | 305",
                "encrypted         | m=audio 4000 RTP/SAVP 0                      | 302",
                "WebRTC            | m=audio 4000 UDP/TLS/RTP/SAVPF 0             | 302",
                "refused           | m=audio 0 RTP/AVP 0                          | 304",
                "video only        | m=video 4000 RTP/AVP 31                      | 304",
                "no media          | a=x                                          | 304",
                "multicast         | m=audio 4000 RTP/AVP 0;c=IN IP4 224.1.1.1    | 399",
                "no formats        | m=audio 4000 RTP/AVP                         | 305",
            })
    void shouldSay488WhenNothingIsUsable(String name, String media, int warning) throws SdpParseException {
        SdpOutcome.Refused refused = (SdpOutcome.Refused) negotiator.answer(sdp(media.replace(';', '\n')), BOTH);

        assertThat(refused.statusCode()).as(name).isEqualTo(488);
        assertThat(refused.warningCode()).isEqualTo(warning);
        assertThat(refused.warning("agent.example"))
                .startsWith(warning + " agent.example \"")
                .endsWith("\"");
        assertThat(session.local()).isNull();
    }

    @ParameterizedTest(name = "offered {0}, wanted {1}")
    @CsvSource({
        "sendrecv, SENDRECV, SENDRECV, false",
        "sendonly, SENDRECV, RECVONLY, true",
        "recvonly, SENDRECV, SENDONLY, false",
        "inactive, SENDRECV, INACTIVE, true",
        "sendrecv, SENDONLY, SENDONLY, false",
        "sendonly, SENDONLY, INACTIVE, true",
        "recvonly, SENDONLY, SENDONLY, false",
        "sendrecv, INACTIVE, INACTIVE, false",
        "SENDONLY, SENDRECV, RECVONLY, true",
    })
    void shouldAnswerOurOwnViewWhenDirectionIsOffered(
            String offered, SdpDirection wanted, SdpDirection expected, boolean hold) throws SdpParseException {
        SessionDescription offer = sdp("m=audio 4000 RTP/AVP 0\na=" + offered + "\n");
        SdpOutcome.Agreed outcome = (SdpOutcome.Agreed) negotiator.answer(offer, wanted);

        assertThat(outcome.agreement().direction()).isEqualTo(expected);
        assertThat(outcome.agreement().hold()).isEqualTo(hold);
        assertThat(outcome.local().directionOf(outcome.local().media().get(0))).isEqualTo(expected);
    }

    @Test
    void shouldHoldWhenAddressIsZero() throws SdpParseException {
        SdpOutcome.Agreed outcome = agreed("m=audio 4000 RTP/AVP 0\nc=IN IP4 0.0.0.0\n");

        assertThat(outcome.agreement().hold()).isTrue();
        assertThat(outcome.agreement().direction()).isEqualTo(SdpDirection.RECVONLY);
        assertThat(outcome.local().connection().address()).isEqualTo("203.0.113.5");
    }

    @Test
    void shouldTakeSessionDirectionWhenSectionHasNone() throws SdpParseException {
        SessionDescription offer = SessionDescriptionTest.parse(HEAD + "a=inactive\nm=audio 4000 RTP/AVP 0\n");

        assertThat(((SdpOutcome.Agreed) negotiator.answer(offer, BOTH))
                        .agreement()
                        .direction())
                .isEqualTo(SdpDirection.INACTIVE);
    }

    @Test
    void shouldKeepNumberAndOrderWhenSectionsAreRefused() throws SdpParseException {
        SdpOutcome.Agreed outcome = agreed(
                """
                m=video 5000 RTP/AVP 31 34
                m=audio 4002 RTP/SAVP 0
                m=audio 4004 RTP/AVP 8
                m=audio 4006 RTP/AVP 0
                m=image 4008 udptl t38
                """);

        List<SdpMedia> media = outcome.local().media();
        assertThat(media).extracting(SdpMedia::type).containsExactly("video", "audio", "audio", "audio", "image");
        assertThat(media).extracting(SdpMedia::port).containsExactly(0, 0, 40000, 0, 0);
        assertThat(media)
                .extracting(SdpMedia::protocol)
                .containsExactly("RTP/AVP", "RTP/SAVP", "RTP/AVP", "RTP/AVP", "udptl");
        assertThat(media.get(0).formats()).containsExactly("31");
        assertThat(media.get(4).formats()).containsExactly("t38");
        assertThat(outcome.agreement().remoteRtp().getPort()).isEqualTo(4004);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 20, 0",
        "'a=ptime:30', 30, 0",
        "'a=ptime:30\na=maxptime:10', 10, 10",
        "'a=maxptime:40', 20, 40",
        "'a=ptime:x', 20, 0",
        "'a=ptime:0', 20, 0",
        "'a=ptime:99999', 20, 0"
    })
    void shouldReadPacketTimes(String lines, int ptime, int maxptime) throws SdpParseException {
        MediaAgreement agreement =
                agreed("m=audio 4000 RTP/AVP 0\n" + lines + "\n").agreement();

        assertThat(agreement.ptimeMs()).isEqualTo(ptime);
        assertThat(agreement.maxptimeMs()).isEqualTo(maxptime);
    }

    @Test
    void shouldReadRtcpAddressWhenItIsGiven() throws SdpParseException {
        assertThat(agreed("m=audio 4000 RTP/AVP 0\na=rtcp:4700\n").agreement().remoteRtcp())
                .isEqualTo(new InetSocketAddress("192.0.2.1", 4700));
        assertThat(agreed("m=audio 4000 RTP/AVP 0\na=rtcp:4700 IN IP4 192.0.2.8\n")
                        .agreement()
                        .remoteRtcp())
                .isEqualTo(new InetSocketAddress("192.0.2.8", 4700));
        assertThat(agreed("m=audio 65535 RTP/AVP 0\n").agreement().remoteRtcp()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "true, false, false", "false, true, false"})
    void shouldMuxOnlyWhenBothWantIt(boolean ours, boolean theirs, boolean muxed) throws SdpParseException {
        LocalMedia media = new LocalMedia(local.address(), 40000, local.codecs(), 101, 20, ours);
        SessionDescription offer = sdp("m=audio 4000 RTP/AVP 0\n" + (theirs ? "a=rtcp-mux\n" : ""));
        SdpOutcome.Agreed outcome =
                (SdpOutcome.Agreed) new SdpNegotiator(media, new SdpSession(1), SdpCrypto.off()).answer(offer, BOTH);

        assertThat(outcome.agreement().rtcpMux()).isEqualTo(muxed);
        assertThat(outcome.local().media().get(0).attribute("rtcp-mux") != null).isEqualTo(muxed);
        assertThat(outcome.agreement().remoteRtcp().getPort()).isEqualTo(muxed ? 4000 : 4001);
    }

    @Test
    void shouldTakeIpv6WhenSectionNamesIt() throws SdpParseException {
        LocalMedia six = LocalMedia.standard(new InetSocketAddress("2001:db8::1", 0).getAddress(), 40000);
        SdpOutcome outcome = new SdpNegotiator(six, session, SdpCrypto.off())
                .answer(sdp("m=audio 4000 RTP/AVP 0\nc=IN IP6 2001:db8::9\n"), BOTH);
        MediaAgreement agreement = ((SdpOutcome.Agreed) outcome).agreement();

        assertThat(agreement.remoteRtp()).isEqualTo(new InetSocketAddress("2001:db8::9", 4000));
    }

    @Test
    void shouldOfferEverythingWeHave() throws Exception {
        SessionDescription offer = negotiator.offer(BOTH);

        assertThat(offer.toString())
                .isEqualTo(
                        """
                v=0
                o=- 1000 1000 IN IP4 203.0.113.5
                s=-
                c=IN IP4 203.0.113.5
                t=0 0
                m=audio 40000 RTP/AVP 0 8 101
                a=rtpmap:0 PCMU/8000
                a=rtpmap:8 PCMA/8000
                a=rtpmap:101 telephone-event/8000
                a=fmtp:101 0-16
                a=ptime:20
                a=sendrecv
                """
                                .replace("\n", "\r\n"));
        LocalMedia v6 = LocalMedia.standard(InetAddress.getByName("2001:db8::5"), 40000);
        assertThat(new SdpNegotiator(v6, new SdpSession(1), SdpCrypto.off())
                        .offer(BOTH)
                        .toString())
                .contains("c=IN IP6 2001:db8:0:0:0:0:0:5\r\n");
    }

    @Test
    void shouldApplyAnswerWhenNumbersDiffer() throws SdpParseException {
        SessionDescription offer = negotiator.offer(BOTH);
        SessionDescription answer = sdp("m=audio 5000 RTP/AVP 97 110\na=rtpmap:97 PCMA/8000\n"
                + "a=rtpmap:110 telephone-event/8000\na=sendonly\na=ptime:10\n");
        MediaAgreement agreement = ((SdpOutcome.Agreed) negotiator.applyAnswer(offer, answer)).agreement();

        assertThat(agreement.codec()).isEqualTo(SdpCodec.PCMA);
        assertThat(agreement.sendPayloadType()).isEqualTo(97);
        assertThat(agreement.receivePayloadType()).isEqualTo(8);
        assertThat(agreement.sendEventPayloadType()).isEqualTo(110);
        assertThat(agreement.receiveEventPayloadType()).isEqualTo(101);
        assertThat(agreement.direction()).isEqualTo(SdpDirection.RECVONLY);
        assertThat(agreement.hold()).isTrue();
        assertThat(agreement.ptimeMs()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "m=audio 0 RTP/AVP 0",
        "m=audio 5000 RTP/AVP 9",
        "a=none",
        "m=audio 1 RTP/AVP 0;m=audio 2 RTP/AVP 0",
        "m=audio 5000 RTP/SAVP 0"
    })
    void shouldRefuseAnswerWhenItDoesNotFitOffer(String media) throws SdpParseException {
        SessionDescription offer = negotiator.offer(BOTH);

        assertThat(negotiator.applyAnswer(offer, sdp(media.replace(';', '\n')))).isInstanceOf(SdpOutcome.Refused.class);
    }

    @Test
    void shouldRefuseAnswerWhenCodecWasNotOffered() throws SdpParseException {
        LocalMedia onlyA = new LocalMedia(local.address(), 40000, List.of(SdpCodec.PCMA), -1, 20, false);
        SdpNegotiator other = new SdpNegotiator(onlyA, new SdpSession(1), SdpCrypto.off());
        SessionDescription offer = other.offer(BOTH);

        assertThat(offer.media().get(0).formats()).containsExactly("8");
        assertThat(other.applyAnswer(offer, sdp("m=audio 5000 RTP/AVP 0\n"))).isInstanceOf(SdpOutcome.Refused.class);
        assertThat(((SdpOutcome.Agreed) other.applyAnswer(
                                offer, sdp("m=audio 5000 RTP/AVP 8 101\na=rtpmap:101 telephone-event/8000\n")))
                        .agreement()
                        .sendEventPayloadType())
                .isEqualTo(-1);
    }

    private SdpNegotiator with(SdpCodec... codecs) {
        return new SdpNegotiator(
                LocalMedia.of(local.address(), 40000, List.of(codecs)), new SdpSession(1), SdpCrypto.off());
    }

    private static SdpCodec answered(SdpNegotiator negotiator, String formats) throws SdpParseException {
        SdpOutcome outcome = negotiator.answer(sdp("m=audio 4000 RTP/AVP " + formats + "\n"), BOTH);
        return ((SdpOutcome.Agreed) outcome).agreement().codec();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"0 8 9, G722", "9 0 8, G722", "8 0, PCMA", "0 8, PCMU", "9, G722"})
    void shouldTakeWidebandWhereItIsOfferedAndTheOfferersLaw(String formats, SdpCodec codec) throws SdpParseException {
        assertThat(answered(with(SdpCodec.G722, SdpCodec.PCMU, SdpCodec.PCMA), formats))
                .isEqualTo(codec);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"9 0 8, PCMU", "9 8 0, PCMA", "8 9, PCMA", "9, G722"})
    void shouldTakeNarrowbandFirstWhenWePreferIt(String formats, SdpCodec codec) throws SdpParseException {
        assertThat(answered(with(SdpCodec.PCMU, SdpCodec.PCMA, SdpCodec.G722), formats))
                .isEqualTo(codec);
    }

    @Test
    void shouldKeepTheBandOfACallWhileThePeerOffersIt() throws SdpParseException {
        SdpNegotiator call = with(SdpCodec.G722, SdpCodec.PCMU, SdpCodec.PCMA);

        assertThat(answered(call, "0")).isEqualTo(SdpCodec.PCMU);
        assertThat(answered(call, "9 8 0")).isEqualTo(SdpCodec.PCMA);
        assertThat(answered(call, "9")).isEqualTo(SdpCodec.G722);
        assertThat(answered(call, "0 9")).isEqualTo(SdpCodec.G722);
        assertThat(answered(call, "8")).isEqualTo(SdpCodec.PCMA);
    }

    @Test
    void shouldOfferWidebandUnderTheClockOfRfc3551AndTakeWhatIsAnswered() throws SdpParseException {
        SdpNegotiator phone = with(SdpCodec.G722, SdpCodec.PCMU);
        SessionDescription offer = phone.offer(BOTH);
        SdpMedia audio = offer.media().get(0);

        assertThat(audio.formats()).containsExactly("9", "0", "101");
        assertThat(audio.attribute("rtpmap")).isEqualTo("9 G722/8000");
        SdpOutcome answer = phone.applyAnswer(offer, sdp("m=audio 5000 RTP/AVP 0\n"));
        assertThat(((SdpOutcome.Agreed) answer).agreement().codec()).isEqualTo(SdpCodec.PCMU);
        SdpNegotiator wide = with(SdpCodec.G722, SdpCodec.PCMU);
        SdpOutcome dynamic =
                wide.applyAnswer(wide.offer(BOTH), sdp("m=audio 5000 RTP/AVP 109\na=rtpmap:109 g722/8000/1\n"));
        MediaAgreement agreement = ((SdpOutcome.Agreed) dynamic).agreement();
        assertThat(agreement.codec()).isEqualTo(SdpCodec.G722);
        assertThat(agreement.sendPayloadType()).isEqualTo(109);
        assertThat(agreement.receivePayloadType()).isEqualTo(9);
    }

    @Test
    void shouldNotTakeWidebandUnderAnotherClock() throws SdpParseException {
        SdpOutcome outcome = with(SdpCodec.G722).answer(sdp("m=audio 4000 RTP/AVP 97\na=rtpmap:97 G722/16000\n"), BOTH);

        assertThat(((SdpOutcome.Refused) outcome).warning("a.example")).contains("G722");
    }

    @Test
    void shouldKeepVersionUntilSomethingChanges() throws SdpParseException {
        String media = "m=audio 4000 RTP/AVP 0\n";
        String first = agreed(media).local().origin().version();

        assertThat(agreed(media).local().origin().version()).isEqualTo(first);
        SdpOrigin held = agreed(media + "a=sendonly\n").local().origin();
        assertThat(held.version()).isEqualTo("1001");
        assertThat(held.sessionId()).isEqualTo("1000");
        assertThat(agreed(media).local().origin().version()).isEqualTo("1002");
    }

    @Test
    void shouldKeepSectionsAndNumbersWhenOfferingAgain() throws SdpParseException {
        agreed("m=video 5000 RTP/AVP 31\nm=audio 4000 RTP/AVP 8 0 96\na=rtpmap:96 telephone-event/8000\n");
        SessionDescription offer = negotiator.offer(SdpDirection.SENDONLY);

        assertThat(offer.media()).extracting(SdpMedia::port).containsExactly(0, 40000);
        assertThat(offer.media().get(1).formats()).containsExactly("8", "96");
        assertThat(offer.directionOf(offer.media().get(1))).isEqualTo(SdpDirection.SENDONLY);
        assertThat(offer.origin().version()).isEqualTo("1001");
        SdpOutcome outcome = negotiator.applyAnswer(
                offer,
                sdp("m=video 0 RTP/AVP 31\nm=audio 4000 RTP/AVP 8 96\na=rtpmap:96 telephone-event/8000\na=recvonly\n"));
        assertThat(((SdpOutcome.Agreed) outcome).agreement().direction()).isEqualTo(SdpDirection.SENDONLY);
    }

    @ParameterizedTest
    @CsvSource({
        "m=audio 4000 RTP/AVP 0;a=rtcp-xr:rcvr-rtt=all voip-metrics, true",
        "a=rtcp-xr:voip-metrics;m=audio 4000 RTP/AVP 0, true",
        "a=rtcp-xr:voip-metrics;m=audio 4000 RTP/AVP 0;a=rtcp-xr:stat-summary=loss, false",
        "m=audio 4000 RTP/AVP 0, false"
    })
    void shouldAnswerThatWeReportVoipMetricsWhenTheyAreWanted(String media, boolean wanted) throws SdpParseException {
        SdpOutcome.Agreed agreed = agreed(media.replace(';', '\n') + "\n");
        assertThat(agreed.agreement().extendedReports()).isEqualTo(wanted);
        assertThat(agreed.local().media().get(0).attribute("rtcp-xr")).isEqualTo(wanted ? "voip-metrics" : null);
        assertThat(negotiator.offer(BOTH).media().get(0).attribute("rtcp-xr"))
                .as("later offers of the same call")
                .isEqualTo(wanted ? "voip-metrics" : null);
    }
}
