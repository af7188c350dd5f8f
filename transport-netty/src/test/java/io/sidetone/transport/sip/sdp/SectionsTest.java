package io.sidetone.transport.sip.sdp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with one section of a description refuses that section, never the audio beside it (RFC 3264 section 6). */
class SectionsTest {
    private static final String HEAD = "v=0\no=- 1 1 IN IP4 192.0.2.1\ns=-\nc=IN IP4 192.0.2.1\nt=0 0\n";
    private static final String GOOD = "m=audio 4000 RTP/AVP 0 101\na=rtpmap:101 telephone-event/8000\n";
    private static final List<String> UNUSABLE = List.of(
            "m=video 0 RTP/AVP 31\nc=IN IP4\n",
            "m=video 99999 RTP/AVP 31\n",
            "m=video x RTP/AVP 31\n",
            "m=video\n",
            "m=\n",
            "m=image 4002 udptl t38\n",
            "m=application 4004 UDP/DTLS/SCTP webrtc-datachannel\na=sctp-port:5000\n",
            "m=video 4006 RTP/AVP" + " 31".repeat(80) + "\n",
            "m=text 4008/2 RTP/AVP 98\na=rtpmap\na=fmtp:\n",
            "m=audio 65536 RTP/AVP 0\n",
            "m=audio -1 RTP/AVP 0\n",
            "m=audio 4010 RTP/AVP\n",
            "m=audio 4012 RTP/AVP 0\nc=IN IP6 2001:db8::5\n",
            "m=audio 4014 RTP/AVP 0\nc=IN IP4 224.0.0.1\n",
            "m=audio 4016 RTP/AVP 0\nc=\n",
            "m=audio 4018 RTP/AVP 18\n",
            "m=audio 4020 UDP/TLS/RTP/SAVPF 0\n",
            "m=audio 0 RTP/AVP 0\n");

    private final LocalMedia local = LocalMedia.standard(new InetSocketAddress("203.0.113.5", 0).getAddress(), 40000);
    private final SdpNegotiator negotiator = new SdpNegotiator(local, new SdpSession(1000), SdpCrypto.off());

    private SdpOutcome answer(String media) throws SdpParseException {
        return negotiator.answer(SessionDescriptionTest.parse(HEAD + media), SdpDirection.SENDRECV);
    }

    /** One good section anywhere among up to eight of the 18 unusable ones. */
    @Property(tries = 2_000)
    void shouldAnswerTheUsableSectionWhateverStandsBesideIt(@ForAll long seed, @ForAll @IntRange(max = 8) int others)
            throws SdpParseException {
        Random random = new Random(seed);
        List<String> sections = new ArrayList<>();
        sections.add(GOOD);
        for (int i = 0; i < others; i++) {
            sections.add(UNUSABLE.get(random.nextInt(UNUSABLE.size())));
        }
        Collections.shuffle(sections, random);
        SdpOutcome.Agreed outcome = (SdpOutcome.Agreed) answer(String.join("", sections));
        List<SdpMedia> answered = outcome.local().media();
        assertThat(answered).hasSize(sections.size());
        for (int i = 0; i < sections.size(); i++) {
            assertThat(answered.get(i).port()).isEqualTo(sections.get(i).equals(GOOD) ? 40000 : 0);
            assertThat(answered.get(i).formats()).isNotEmpty();
        }
        assertThat(outcome.agreement().remoteRtp()).isEqualTo(new InetSocketAddress("192.0.2.1", 4000));
        assertThat(SessionDescription.parse(outcome.local().encode()).media()).hasSize(sections.size());
    }

    @Test
    void shouldRefuseAnOfferWithoutUsableAudioAtFirstAndInTheCall() throws SdpParseException {
        for (int round = 0; round < 2; round++) {
            for (String section : UNUSABLE) {
                if (round == 0 || !section.equals("m=audio 0 RTP/AVP 0\n") && !section.startsWith("m=video 0")) {
                    assertThat(answer(section))
                            .as(section)
                            .isInstanceOfSatisfying(
                                    SdpOutcome.Refused.class,
                                    refused -> assertThat(refused.statusCode()).isEqualTo(488));
                }
            }
            assertThat(answer(GOOD)).isInstanceOf(SdpOutcome.Agreed.class);
        }
    }

    /** RFC 3264 section 8.2: a stream is taken out by port 0, and may come back. */
    @Test
    void shouldAnswerPort0WhenTheMediaIsTakenOutAndTakeItWhenItComesBack() throws SdpParseException {
        answer(GOOD);
        SdpOutcome.Agreed without = (SdpOutcome.Agreed) answer("m=audio 0 RTP/AVP 0 101\n");
        assertThat(without.local().media()).hasSize(1).allMatch(section -> section.port() == 0);
        assertThat(without.agreement().direction()).isEqualTo(SdpDirection.INACTIVE);
        assertThat(without.agreement().hold()).isTrue();
        SdpOutcome.Agreed again = (SdpOutcome.Agreed) answer(GOOD.replace("4000", "4444"));
        assertThat(again.local().media().get(0).port()).isEqualTo(40000);
        assertThat(again.agreement().hold()).isFalse();
        assertThat(again.agreement().remoteRtp().getPort()).isEqualTo(4444);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PCMU, PCMU",
        "0, pcmu/8000, PCMU",
        "0, PCMU/, PCMU",
        "0, PCMU/0, PCMU",
        "0, PCMU/16000, PCMU",
        "0, PCMU/8000/2, PCMU",
        "8, PCMA, PCMA",
        "8, '', PCMA",
        "96, PCMA, PCMA",
        "0, L16/8000,",
        "96, PCMA/16000,"
    })
    void shouldKnowAStaticTypeByItsNumberWhateverClockStandsBehindItsName(int type, String encoding, SdpCodec codec)
            throws SdpParseException {
        String media = "m=audio 4000 RTP/AVP " + type + " 101\na=rtpmap:" + type + " " + encoding
                + "\na=rtpmap:101 telephone-event\n";
        SdpOutcome offered = answer(media);
        SdpNegotiator caller = new SdpNegotiator(local, new SdpSession(7), SdpCrypto.off());
        SessionDescription offer = caller.offer(SdpDirection.SENDRECV);
        SdpOutcome answered = caller.applyAnswer(offer, SessionDescriptionTest.parse(HEAD + media));
        for (SdpOutcome outcome : List.of(offered, answered)) {
            if (codec == null) {
                assertThat(outcome).isInstanceOf(SdpOutcome.Refused.class);
            } else {
                MediaAgreement agreement = ((SdpOutcome.Agreed) outcome).agreement();
                assertThat(agreement.codec()).isEqualTo(codec);
                assertThat(agreement.sendEventPayloadType()).isEqualTo(101);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 20",
        "ptime:10, 10",
        "ptime:30, 30",
        "ptime:60, 60",
        "ptime:200, 60",
        "ptime:5, 10",
        "maxptime:10, 10",
        "maxptime:40, 20",
        "'ptime:40|a=maxptime:30', 30",
        "ptime:35, 30",
        "ptime:x, 20"
    })
    void shouldSendPacketsOfTheLengthThatThePeerTakes(String attribute, int packetMs) throws SdpParseException {
        String line = attribute.isEmpty() ? "" : "a=" + attribute.replace('|', '\n') + "\n";
        assertThat(((SdpOutcome.Agreed) answer(GOOD + line)).agreement().packetMs())
                .isEqualTo(packetMs);
    }

    @Test
    void shouldSayWhatWasOfferedWhenNothingOfItCanBeUsed() throws SdpParseException {
        SdpOutcome.Refused codecs =
                (SdpOutcome.Refused) answer("m=audio 4000 RTP/AVP 18 111\na=rtpmap:111 opus/48000/2\n");
        assertThat(codecs.warning("x"))
                .contains("opus/48000/2")
                .contains("type 18")
                .contains("PCMU");
        SdpOutcome.Refused protocol = (SdpOutcome.Refused) answer("m=audio 4000 UDP/TLS/RTP/SAVPF 0\n");
        assertThat(protocol.warning("x")).contains("UDP/TLS/RTP/SAVPF");
        SdpOutcome.Refused hostile = (SdpOutcome.Refused) answer("m=audio 4000 RTP/AVP 111\na=rtpmap:111 a\"\\b\n");
        assertThat(hostile.warning("x")).matches("305 x \"[^\"\\\\]*\"");
    }
}
