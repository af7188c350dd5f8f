package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnOfferTest {
    private static final byte[] HOLD = UaBench.sdp("203.0.113.5", 2, "sendonly");
    private static final byte[] HELD = UaBench.sdp("198.51.100.7", 2, "recvonly");

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    @Test
    void shouldHoldByReInvite() {
        IncomingCall call = peer.confirmed();
        assertThat(call.offer(HOLD)).isTrue();
        assertThat(call.offer(HOLD)).as("one at a time").isFalse();
        SipRequest invite = peer.expectRequest("INVITE");
        assertThat(invite.body()).isEqualTo(HOLD);
        peer.answer(invite, 180, null);
        peer.answer(invite, 200, HELD);
        SipRequest ack = peer.expectRequest("ACK");
        peer.answer(invite, 200, HELD);
        assertThat(peer.expectRequest("ACK").topVia()).isEqualTo(ack.topVia());

        assertThat(bench.heard().events).containsExactly("ack", "answer");
        assertThat(bench.heard().lastSdp).isEqualTo(HELD);
        assertThat(call.offer(UaBench.ANSWER)).isTrue();
        assertThat(peer.expectRequest("INVITE").cseq().number())
                .isEqualTo(invite.cseq().number() + 1);
    }

    @Test
    void shouldNotOfferBeforeTheCallStandsOrWhileThePeerOffers() {
        peer.invite(UaBench.OFFER);
        assertThat(bench.call().offer(HOLD)).isFalse();
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        assertThat(bench.call().offer(HOLD)).isFalse();
        peer.ack(null);
        peer.invite(HELD);
        peer.expect(100);
        assertThat(bench.call().offer(HOLD)).isFalse();
    }

    @Test
    void shouldTryAgainAfter491WithinTwoSecondsBecauseTheCallIdIsThePeers() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 491, null);
        peer.expectRequest("ACK");
        assertThat(call.offer(HOLD)).as("still ours to retry").isFalse();
        bench.scheduler.advanceMillis(2_000);

        peer.answer(peer.expectRequest("INVITE"), 200, HELD);
        assertThat(bench.heard().events).containsExactly("ack", "answer");
    }

    @Test
    void shouldLetThePeersOfferGoFirstAfter491() {
        IncomingCall call = peer.confirmed();
        bench.heard().replyAtOnce = HOLD;
        call.offer(HOLD);
        SipRequest ours = peer.expectRequest("INVITE");
        peer.invite(HELD);
        peer.expect(491);
        peer.ackFailure();
        peer.answer(ours, 491, null);
        peer.expectRequest("ACK");
        peer.invite(HELD);
        peer.expect(200);
        peer.ack(null);
        bench.scheduler.advanceMillis(2_000);

        peer.expectRequest("INVITE");
    }

    @Test
    void shouldWaitWhileThePeersOfferIsOnTheTable() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 491, null);
        peer.expectRequest("ACK");
        peer.invite(HELD);
        bench.scheduler.advanceMillis(2_000);
        bench.udp.drain();
        bench.heard().replies.get(0).accept(HOLD);
        peer.expect(200);
        peer.ack(null);
        bench.scheduler.advanceMillis(600);
        peer.expectRequest("INVITE");
    }

    @Test
    void shouldNotRepeatAnOfferThatMayNotBeSentAnyMore() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 491, null);
        peer.expectRequest("ACK");
        bench.heard().mayOffer = false;
        bench.scheduler.advanceMillis(2_000);
        peer.expectSilence();
        assertThat(bench.heard().events).containsExactly("ack", "offer failed 488");
        bench.heard().mayOffer = true;
        assertThat(call.offer(HOLD)).isTrue();
    }

    @Test
    void shouldGiveUpAfterFiveAttempts() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        for (int i = 0; i < 5; i++) {
            peer.answer(peer.expectRequest("INVITE"), 491, null);
            peer.expectRequest("ACK");
            for (int ms = 0; ms < 2_000 && bench.udp.sent().isEmpty(); ms += 10) {
                bench.scheduler.advanceMillis(10);
            }
        }
        peer.expectSilence();
        assertThat(bench.heard().events).containsExactly("ack", "offer failed 491");
        assertThat(call.offer(HOLD)).isTrue();
    }

    @Test
    void shouldObeyRetryAfterOf500() {
        peer.confirmed().offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 500, null, "Retry-After", "3");
        peer.expectRequest("ACK");
        bench.scheduler.advanceMillis(2_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.answer(peer.expectRequest("INVITE"), 500, null, "Retry-After", "3600");
        peer.expectRequest("ACK");
        assertThat(bench.heard().events).containsExactly("ack", "offer failed 500");
    }

    @ParameterizedTest
    @ValueSource(ints = {488, 403, 606})
    void shouldKeepTheSessionWhenTheOfferIsRefused(int status) {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), status, null);
        peer.expectRequest("ACK");

        assertThat(bench.heard().events).containsExactly("ack", "offer failed " + status);
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
    }

    @ParameterizedTest
    @ValueSource(ints = {481, 408})
    void shouldHangUpWhenThePeerIsGone(int status) {
        peer.confirmed().offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), status, null);
        peer.expectRequest("ACK");
        peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_GONE");
    }

    @Test
    void shouldHangUpWhenTheReInviteIsNeverAnsweredOrCannotBeSent() {
        peer.confirmed().offer(HOLD);
        bench.scheduler.advanceMillis(32_000);
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_GONE");

        Peer other = new Peer(bench, bench.tcp, "tcp@x");
        IncomingCall call = other.confirmed();
        bench.refuseToOpen = true;
        bench.tcp.close();
        call.offer(HOLD);
        bench.scheduler.runDue();
        assertThat(bench.heard.get(1).events).containsExactly("ack", "ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldCancelAReInviteThatRingsForever() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        SipRequest invite = peer.expectRequest("INVITE");
        peer.answer(invite, 180, null);
        bench.scheduler.advanceMillis(32_000);
        peer.answer(peer.expectRequest("CANCEL"), 200, null);
        peer.answer(invite, 487, null);
        peer.expectRequest("ACK");
        assertThat(bench.heard().events).containsExactly("ack", "offer failed 487");

        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 180, null);
        bench.scheduler.advanceMillis(64_000);
        assertThat(bench.heard().events).endsWith("ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldReportA200WithoutAnAnswer() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 200, null);
        peer.expectRequest("ACK");
        assertThat(bench.heard().events).containsExactly("ack", "offer failed 200");
        assertThat(call.offer(HOLD)).isTrue();
    }

    @Test
    void shouldAcknowledgeA200ThatComesAfterTheEnd() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        SipRequest invite = peer.expectRequest("INVITE");
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        peer.answer(invite, 200, HELD);
        peer.expectRequest("ACK");

        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_HUNG_UP");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldTryAgainAfter491LaterWhenTheCallIdIsOurs() {
        for (int round = 0; round < 20; round++) {
            OutgoingCall call = bench.agent.call(
                    OutgoingCallRequest.of(
                            SipUri.of("sip:+15550100@trunk.example"),
                            Written.address("<sip:+15550199@203.0.113.5>"),
                            bench.udp,
                            UaBench.ANSWER),
                    new UaBench.Heard());
            peer.answer(peer.expectRequest("INVITE"), 200, UaBench.OFFER);
            peer.expectRequest("ACK");
            call.offer(HOLD);
            peer.answer(peer.expectRequest("INVITE"), 491, null);
            peer.expectRequest("ACK");
            bench.scheduler.advanceMillis(2_099);
            peer.expectSilence();
            bench.scheduler.advanceMillis(1_901);
            peer.expectRequest("INVITE");
            bench.udp.drain();
            call.hangUp(null);
            bench.scheduler.runAll();
            bench.udp.drain();
        }
    }

    @Test
    void shouldForgetARetryWhenTheCallEnds() {
        IncomingCall call = peer.confirmed();
        call.offer(HOLD);
        peer.answer(peer.expectRequest("INVITE"), 491, null);
        peer.expectRequest("ACK");
        call.hangUp(null);
        peer.expectRequest("BYE");
        bench.scheduler.advanceMillis(400);
        bench.udp.drain();
        bench.scheduler.runAll();
        assertThat(bench.udp.drainSummaries()).doesNotContain("INVITE");
        bench.assertEmpty();
    }
}
