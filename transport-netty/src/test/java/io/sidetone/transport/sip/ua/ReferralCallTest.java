package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.service.Replaces;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peer asks us to call somebody else: REFER, our answer, our NOTIFY requests (RFC 3515). */
class ReferralCallTest {
    private static final String TARGET = "<sip:+15550177@198.51.100.9>";

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);
    private long referred;

    private void refer(String... headers) {
        SipRequest.Builder refer = peer.next(SipMethod.REFER);
        for (int i = 0; i < headers.length; i += 2) {
            refer.header(headers[i], headers[i + 1]);
        }
        SipRequest request = refer.build();
        referred = request.cseq().number();
        peer.send(request);
    }

    private Referral asked(String target) {
        peer.confirmed();
        refer("Refer-To", target);
        return bench.heard().referrals.get(0);
    }

    private void expectNotify(String state, String line) {
        SipRequest notify = peer.expectRequest("NOTIFY");
        assertThat(notify.header("Event")).isEqualTo("refer;id=" + referred);
        assertThat(notify.header("Subscription-State")).startsWith(state);
        assertThat(notify.header("Content-Type")).isEqualTo("message/sipfrag");
        assertThat(new String(notify.body(), StandardCharsets.US_ASCII)).isEqualTo("SIP/2.0 " + line + "\r\n");
        peer.answer(notify, 200, null);
    }

    @Test
    void shouldAcceptAndTellHowItGoes() {
        Referral referral = asked(TARGET);
        assertThat(bench.heard().events)
                .containsExactly("ack", "refer sip:+15550177@198.51.100.9 by <sip:+15550100@" + Peer.HOST + ">");
        peer.expectSilence();
        referral.accept();
        assertThat(peer.expect(202).contact()).isNotNull();
        expectNotify("active;expires=", "100 Trying");
        referral.progress(180);
        expectNotify("active;expires=", "180 Ringing");
        referral.progress(200);
        expectNotify("terminated;reason=noresource", "200 OK");
        referral.progress(486);
        peer.expectSilence();
        assertThat(referral.open()).isFalse();
    }

    @Test
    void shouldTellTheReasonOfAFailure() {
        Referral referral = asked(TARGET);
        referral.accept();
        peer.expect(202);
        expectNotify("active", "100 Trying");
        referral.progress(486);
        expectNotify("terminated", "486 Busy Here");
    }

    @ParameterizedTest
    @ValueSource(ints = {603, 491, 500})
    void shouldRefuse(int status) {
        asked(TARGET).refuse(status);
        peer.expect(status);
        peer.expectSilence();
    }

    @Test
    void shouldReadTheCallThatOursIsToReplace() {
        Referral referral = asked("<sip:+15550177@198.51.100.9?Replaces=ab%40c%3Bto-tag%3D1%3Bfrom-tag%3D2&Subject=x>");
        assertThat(referral.replaces()).isEqualTo(new Replaces("ab@c", "1", "2", false));
        assertThat(referral.target()).hasToString("sip:+15550177@198.51.100.9");
    }

    @Test
    void shouldSendNothingWhereNothingIsWanted() {
        peer.confirmed();
        refer("Refer-To", TARGET, "Refer-Sub", "false");
        bench.heard().referrals.get(0).accept();
        assertThat(peer.expect(202).header("Refer-Sub")).isEqualTo("false");
        bench.heard().referrals.get(0).progress(200);
        peer.expectSilence();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mailto:x@example.com",
                "<tel:+4930>",
                "<sip:x@y;method=BYE>",
                "<sip:x@y?Replaces=nothing>",
                "<sip:",
                ""
            })
    void shouldRefuseWhatCannotBeFollowed(String target) {
        peer.confirmed();
        refer("Refer-To", target);
        peer.expect(400);
        assertThat(bench.heard().referrals).isEmpty();
    }

    @Test
    void shouldRefuseNoneAndTwo() {
        peer.confirmed();
        refer();
        peer.expect(400);
        refer("Refer-To", TARGET, "Refer-To", TARGET);
        peer.expect(400);
    }

    @Test
    void shouldRefuseASecondWhileTheFirstIsOpen() {
        asked(TARGET);
        refer("Refer-To", TARGET);
        peer.expect(491);
    }

    @Test
    void shouldAnswerWhenTheCallEndsBeforeTheDecision() {
        Referral referral = asked(TARGET);
        bench.call().hangUp("over");
        peer.expect(481);
        peer.expectRequest("BYE");
        referral.accept();
        peer.expectSilence();
    }

    @Test
    void shouldTellNobodyWhoNoLongerWantsToHear() {
        Referral referral = asked(TARGET);
        referral.accept();
        peer.expect(202);
        peer.answer(peer.expectRequest("NOTIFY"), 481, null);
        referral.progress(200);
        peer.expectSilence();
    }

    @Test
    void shouldRefuseWhereTheApplicationDoesNotCareAndWhereItFails() {
        peer.confirmed();
        bench.call().listener(SipCallListener.NONE);
        refer("Refer-To", TARGET);
        peer.expect(603);
        bench.call().listener(bench.heard());
        bench.heard().mistake = new IllegalStateException("planned");
        refer("Refer-To", TARGET);
        peer.expect(500);
    }
}
