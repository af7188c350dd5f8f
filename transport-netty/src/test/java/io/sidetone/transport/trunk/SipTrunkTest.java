package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallSetup;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.floor.FloorState;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call of a trunk from its INVITE to its end. */
@Tag("CARD-08")
class SipTrunkTest extends TrunkRig {
    @Test
    void shouldRingAnswerAndSpeakWhenTheOfferIsGood() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(sip.did).containsExactly("180", "200");
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII))
                .contains("m=audio ", "RTP/AVP 0 101", "a=sendrecv");
        assertThat(receive()).isZero();
        until("the greeting", () -> calls.get(0).state() == FloorState.SPEAKING);
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(trunk.ladder(calls.get(0).setup().who().callId())).isNull();
    }

    @Test
    void shouldRefuseWithoutAdmittingWhenNoCodecIsCommon() throws Exception {
        FakeIncomingCall sip = invite(offer("m=audio 4000 RTP/AVP 18\r\n", ""));
        until("the refusal", () -> !sip.did.isEmpty());
        assertThat(sip.did).containsExactly("488 Warning");
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldRefuseMediaOfTheOtherAddressFamily() throws Exception {
        FakeIncomingCall sip = invite(goodOffer().replace("IN IP4 127.0.0.1", "IN IP6 2001:db8::7"));
        until("the refusal", () -> !sip.did.isEmpty());
        assertThat(sip.did).containsExactly("488 Warning");
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldRefuseABadDescriptionAndAnUnknownNumber() throws Exception {
        FakeIncomingCall bad = invite("this is no session description");
        until("the refusal", () -> !bad.did.isEmpty());
        assertThat(bad.did).containsExactly("400");
        routed = false;
        FakeIncomingCall unknown = invite(goodOffer());
        until("the refusal", () -> !unknown.did.isEmpty());
        assertThat(unknown.did).containsExactly("404");
    }

    @Test
    void shouldTurnAwayTheCallThatDoesNotFit() throws Exception {
        answered();
        FakeIncomingCall second = invite(goodOffer());
        until("the refusal", () -> !second.did.isEmpty());
        assertThat(second.did).containsExactly("503 Retry-After");
    }

    @Test
    void shouldOfferInTheAnswerWhenTheInviteHasNoDescription() throws Exception {
        FakeIncomingCall sip = invite(null);
        until("our offer", () -> sip.answer != null);
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("RTP/AVP 0 8 101");
        byte[] answer =
                offer("m=audio " + phone.getLocalPort() + " RTP/AVP 8\r\n", "").getBytes(StandardCharsets.US_ASCII);
        onSip(() -> sip.listener.onAck(answer));
        assertThat(receive()).isEqualTo(8);
    }

    private String wideOffer() {
        return offer(
                "m=audio " + phone.getLocalPort() + " RTP/AVP 0 9 101\r\n", "a=rtpmap:101 telephone-event/8000\r\n");
    }

    private String reoffer(FakeIncomingCall sip, int version, String formats) throws Exception {
        Reply reply = new Reply();
        String media = "m=audio " + phone.getLocalPort() + " RTP/AVP " + formats + "\r\n";
        byte[] sdp = offer(media, "").replace("- 1 1", "- 1 " + version).getBytes(StandardCharsets.US_ASCII);
        onSip(() -> sip.listener.onOffer(sdp, false, reply));
        return new String(reply.sdp, StandardCharsets.US_ASCII);
    }

    private void untilItSends(int payloadType) throws Exception {
        until("payload type " + payloadType, () -> {
            try {
                return receive() == payloadType;
            } catch (Exception broken) {
                throw new AssertionError(broken);
            }
        });
    }

    @Test
    void shouldTakeWidebandWhereItIsOfferedAndStayInTheCallWhenItIsTakenAway() throws Exception {
        FakeIncomingCall sip = invite(wideOffer());
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("RTP/AVP 9 101", "a=rtpmap:9 G722/8000");
        assertThat(receive()).isEqualTo(9);
        until("the greeting", () -> calls.get(0).state() == FloorState.SPEAKING);
        assertThat(calls.get(0).setup().line().media().sampleRateHz()).isEqualTo(16_000);
        assertThat(reoffer(sip, 2, "0 8")).contains("RTP/AVP 0\r\n");
        untilItSends(0);
        assertThat(reoffer(sip, 3, "8")).contains("RTP/AVP 8\r\n");
        untilItSends(8);
        assertThat(reoffer(sip, 4, "9")).contains("RTP/AVP 9\r\n");
        untilItSends(9);
        assertThat(calls.get(0).state()).isNotEqualTo(FloorState.ENDED);
        assertThat(calls.get(0).setup().line().media().sampleRateHz()).isEqualTo(16_000);
    }

    @Test
    void shouldChangeACallThatBeganInNarrowbandToWidebandWhenNothingElseIsOffered() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(receive()).isZero();
        assertThat(reoffer(sip, 2, "9 0")).contains("RTP/AVP 0\r\n");
        assertThat(reoffer(sip, 3, "9")).contains("RTP/AVP 9\r\n");
        untilItSends(9);
        assertThat(calls.get(0).setup().line().media().sampleRateHz()).isEqualTo(8_000);
    }

    @Test
    void shouldGiveATrunkTheCodecsItMayHave() throws Exception {
        draft.codecs = List.of(SdpCodec.PCMA);
        renew();
        FakeIncomingCall refused = invite(wideOffer());
        until("the refusal", () -> !refused.did.isEmpty());
        assertThat(refused.did).containsExactly("488 Warning");
        draft.codecs = List.of(SdpCodec.PCMU, SdpCodec.G722);
        renew();
        FakeIncomingCall sip = invite(wideOffer());
        until("the answer", () -> sip.answer != null);
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("RTP/AVP 0 101");
    }

    @Test
    void shouldHangUpWhenTheAnswerToOurOfferIsUnusable() throws Exception {
        FakeIncomingCall sip = invite(null);
        until("our offer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck("nonsense".getBytes(StandardCharsets.US_ASCII)));
        until("the end", () -> sip.did.contains("BYE"));
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.MEDIA_UNUSABLE);
    }

    private byte[] changed(String address, String direction, int version) {
        String media =
                goodOffer().replace("- 1 1", "- 1 " + version).replace("c=IN IP4 127.0.0.1", "c=IN IP4 " + address);
        return (media + "a=" + direction + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Of today (RFC 3264 section 8.4), of yesterday (RFC 2543 appendix B.5), and both at once. */
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, sendonly, recvonly",
        "127.0.0.1, inactive, inactive",
        "0.0.0.0, sendrecv, recvonly",
        "0.0.0.0, sendonly, recvonly",
        "0.0.0.0, inactive, inactive"
    })
    void shouldFallSilentOnHoldAndGoOnWhenResumed(String address, String offered, String answered) throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(receive()).isZero();
        Reply hold = new Reply();
        onSip(() -> sip.listener.onOffer(changed(address, offered, 2), false, hold));
        assertThat(new String(hold.sdp, StandardCharsets.US_ASCII)).contains("a=" + answered);
        until("the hold", () -> calls.get(0).held());
        while (receive() >= 0) {
            assertThat(calls.get(0).held()).isTrue();
        }
        Reply resume = new Reply();
        onSip(() -> sip.listener.onOffer(changed("127.0.0.1", "sendrecv", 3), false, resume));
        assertThat(new String(resume.sdp, StandardCharsets.US_ASCII)).contains("a=sendrecv");
        assertThat(receive()).isZero();
        until("the resume", () -> !calls.get(0).held());
    }

    @Test
    void shouldGoOnSpeakingToAPeerThatOnlyListens() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(receive()).isZero();
        Reply reply = new Reply();
        onSip(() -> sip.listener.onOffer(changed("127.0.0.1", "recvonly", 2), false, reply));
        assertThat(new String(reply.sdp, StandardCharsets.US_ASCII)).contains("a=sendonly");
        for (int i = 0; i < 10; i++) {
            assertThat(receive()).isZero();
        }
        assertThat(calls.get(0).held()).isFalse();
    }

    @Test
    void shouldRepeatItsDescriptionWhenTheOfferIsARefresh() throws Exception {
        FakeIncomingCall sip = answered();
        Reply refresh = new Reply();
        onSip(() -> sip.listener.onOffer(goodOffer().getBytes(StandardCharsets.US_ASCII), true, refresh));
        assertThat(refresh.repeated).isTrue();
        Reply bad = new Reply();
        onSip(() -> sip.listener.onOffer(
                offer("m=audio 4000 RTP/AVP 18\r\n", "").getBytes(StandardCharsets.US_ASCII), false, bad));
        assertThat(bad.refused).isEqualTo(488);
    }

    @Test
    void shouldAnswerWithTheHeadersOfTheTrunkAndKnowTheNumbersOfTheCall() throws Exception {
        draft.headers = List.of(new SipHeader("X-Tenant", "example"));
        draft.numbers = new NumberPlan("+49", "0", "00", NumberPlan.Bare.AS_IS);
        renew();
        FakeIncomingCall sip = new FakeIncomingCall(
                "sip:030999@127.0.0.1",
                "<sip:030123@127.0.0.1>",
                "<sip:desk@127.0.0.1>",
                "X-Customer: 42\r\n",
                goodOffer());
        onSip(() -> trunk.onInvite(sip, System.nanoTime()));
        until("the answer", () -> sip.answer != null);
        assertThat(sip.did).containsExactly("180", "200 X-Tenant: example");
        CallSetup setup = calls.get(0).setup();
        assertThat(setup.who().from()).isEqualTo("sip:030123@127.0.0.1");
        assertThat(setup.who().facts().caller()).isEqualTo("+4930123");
        assertThat(setup.who().facts().called()).isEqualTo("+4930999");
        assertThat(setup.who().facts().headers()).contains(CallHeader.of("X-Customer", "42"));
    }
}
