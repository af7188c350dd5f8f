package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import org.junit.jupiter.api.Test;

/** An answer before the call is answered (RFC 3262), and UPDATE after it (RFC 3311), both ways. */
class EarlyUpdateTest {
    private static final byte[] MOVED = UaBench.sdp("198.51.100.9", 2, "sendrecv");
    private static final byte[] FOLLOWED = UaBench.sdp("203.0.113.5", 2, "sendrecv");

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    // ---- calls of the peer ------------------------------------------------------------------------------------------

    private IncomingCall early(String... headers) {
        SipRequest.Builder invite = Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER);
        for (int i = 0; i < headers.length; i += 2) {
            invite.header(headers[i], headers[i + 1]);
        }
        peer.send(invite.build());
        peer.expect(100);
        bench.call().progress(183, UaBench.ANSWER);
        return bench.call();
    }

    private void prack(SipResponse progress) {
        peer.send(peer.next(SipMethod.PRACK)
                .header("RAck", progress.header("RSeq") + " 1 INVITE")
                .build());
        peer.expect(200);
    }

    private void update(byte[] sdp) {
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), sdp).build());
    }

    @Test
    void shouldAnswerReliablyWhereThePeerSupportsItAndRepeatTheAnswer() {
        IncomingCall call = early("Supported", "100rel");
        SipResponse progress = peer.expect(183);
        assertThat(progress.header("Require")).isEqualTo("100rel");
        assertThat(progress.body()).isEqualTo(UaBench.ANSWER);
        call.answer(UaBench.ANSWER);
        peer.expectSilence();
        prack(progress);
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);
        peer.ack(null);
        assertThat(call.offer(FOLLOWED)).as("the table is free").isTrue();
    }

    @Test
    void shouldTakeAnotherOfferBeforeTheAnswerAndNotAnswerTheFirstAgain() {
        IncomingCall call = early("Supported", "100rel");
        prack(peer.expect(183));
        bench.heard().replyAtOnce = FOLLOWED;
        update(MOVED);
        SipResponse updated = peer.expect(200);
        assertThat(updated.body()).isEqualTo(FOLLOWED);
        assertThat(updated.header("Contact")).isNotNull();
        assertThat(bench.heard().events).containsExactly("offer");
        assertThat(bench.heard().lastSdp).isEqualTo(MOVED);
        call.answer(FOLLOWED);
        assertThat(peer.expect(200).body()).isEmpty();
        peer.ack(null);
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
        update(MOVED);
        assertThat(bench.heard().events).containsExactly("offer", "ack", "same offer");
    }

    @Test
    void shouldRefuseASecondOfferBeforeTheAnswerWhileTheFirstIsUnanswered() {
        early("Supported", "100rel");
        prack(peer.expect(183));
        update(MOVED);
        update(MOVED);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        bench.heard().replies.get(0).accept(FOLLOWED);
        peer.expect(200);
    }

    @Test
    void shouldRefuseAnOfferWhereTheAnswerWasNotReliable() {
        IncomingCall call = early();
        assertThat(peer.expect(183).header("Require")).isNull();
        update(MOVED);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        update(null);
        peer.expect(200);
        call.answer(UaBench.ANSWER);
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);
    }

    // ---- calls of ours ----------------------------------------------------------------------------------------------

    private final UaBench.Heard heard = new UaBench.Heard();
    private SipRequest invite;
    private long phoneCSeq = 100;

    private void placed() {
        bench.agent.call(
                OutgoingCallRequest.of(
                        SipUri.of("sip:+15550123@trunk.example"),
                        Written.address("<sip:+15550199@203.0.113.5>"),
                        bench.udp,
                        UaBench.OFFER),
                heard);
        invite = peer.expectRequest("INVITE");
    }

    private void rings(int status, byte[] sdp) {
        peer.answer(invite, status, sdp, "Require", "100rel", "RSeq", "1");
        peer.answer(peer.expectRequest("PRACK"), 200, null);
    }

    private void asks(SipMethod method, byte[] sdp) {
        SipRequest.Builder request = SipRequest.builder(method, invite.contact().uri())
                .header("Via", "SIP/2.0/UDP " + Peer.HOST + ":5060;branch=z9hG4bKphone" + ++phoneCSeq)
                .header("Max-Forwards", "70")
                .header("From", invite.to().withTag(peer.tag))
                .header("To", invite.from())
                .header("Call-ID", invite.callId())
                .header("CSeq", phoneCSeq + " " + method)
                .header("Contact", "<sip:+15550123@" + Peer.HOST + ":5060>");
        peer.send(Peer.withSdp(request, sdp).build());
    }

    @Test
    void shouldTakeAnOfferOfAPhoneThatHasAnsweredReliably() {
        placed();
        rings(183, UaBench.ANSWER);
        heard.replyAtOnce = FOLLOWED;
        asks(SipMethod.UPDATE, MOVED);
        assertThat(peer.expect(200).body()).isEqualTo(FOLLOWED);
        assertThat(heard.events).containsExactly("progress 183 with sdp", "offer");
        peer.answer(invite, 200, UaBench.ANSWER);
        assertThat(heard.events).endsWith("answered");
        assertThat(heard.lastSdp).as("what the UPDATE said").isEqualTo(MOVED);
        peer.expectRequest("ACK");
        asks(SipMethod.BYE, null);
        peer.expect(200);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldRefreshWithoutAnOffer() {
        placed();
        rings(180, null);
        asks(SipMethod.UPDATE, null);
        SipResponse refreshed = peer.expect(200);
        assertThat(refreshed.header("Contact")).isNotNull();
        assertThat(refreshed.header("Session-Expires")).isNull();
        assertThat(heard.events).containsExactly("progress 180");
    }

    @Test
    void shouldRefuseAnOfferThatCrossesOursOrComesFromAnotherPhone() {
        placed();
        rings(180, null);
        asks(SipMethod.UPDATE, MOVED);
        peer.expect(491);
        peer.tag = "b2";
        rings(183, UaBench.ANSWER);
        peer.tag = "a1";
        asks(SipMethod.UPDATE, MOVED);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
    }

    @Test
    void shouldKnowNoOtherRequestOfAPhoneThatRingsAndNoneOfOneThatLost() {
        placed();
        rings(183, UaBench.ANSWER);
        asks(SipMethod.INFO, null);
        peer.expect(481);
        peer.tag = "b2";
        peer.answer(invite, 200, MOVED);
        assertThat(heard.lastSdp).as("the answer of the phone that picked up").isEqualTo(MOVED);
        peer.expectRequest("ACK");
        peer.tag = "a1";
        asks(SipMethod.UPDATE, null);
        peer.expect(481);
        peer.tag = "b2";
        asks(SipMethod.UPDATE, MOVED);
        assertThat(heard.events).endsWith("same offer");
    }

    @Test
    void shouldForgetPhonesWhenTheCallIsRefused() {
        placed();
        rings(183, UaBench.ANSWER);
        peer.answer(invite, 486, null);
        peer.expectRequest("ACK");
        asks(SipMethod.UPDATE, null);
        peer.expect(481);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }
}
