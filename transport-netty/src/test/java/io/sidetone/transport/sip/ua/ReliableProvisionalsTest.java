package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import io.sidetone.transport.sip.transaction.FakeFlow;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 100rel and PRACK (RFC 3262), both ways. */
class ReliableProvisionalsTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private IncomingCall invited(byte[] sdp) {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), sdp)
                .header("Require", "100rel")
                .build());
        peer.expect(100);
        return bench.call();
    }

    private void prack(String rack, int status) {
        peer.send(peer.next(SipMethod.PRACK).header("RAck", rack).build());
        peer.expect(status);
    }

    @Test
    void shouldRepeatRingingUntilItsPrackAndAnswerAfterIt() {
        IncomingCall call = invited(UaBench.OFFER);
        call.ringing();
        SipResponse ringing = peer.expect(180);
        assertThat(ringing.header("Require")).isEqualTo("100rel");
        assertThat(call.answer(UaBench.ANSWER)).isTrue();
        assertThat(call.answer(UaBench.ANSWER)).as("a second answer").isFalse();
        for (long gap : new long[] {500, 1_000, 2_000, 4_000, 8_000}) {
            bench.scheduler.advanceMillis(gap - 1);
            peer.expectSilence();
            bench.scheduler.advanceMillis(1);
            assertThat(peer.expect(180).header("RSeq")).isEqualTo(ringing.header("RSeq"));
        }
        prack("1 1 INVITE", 481);
        prack(ringing.header("RSeq") + " 2 INVITE", 481);
        prack(ringing.header("RSeq") + " 1 INVITE", 200);
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);
        prack(ringing.header("RSeq") + " 1 INVITE", 481);
        peer.ack(null);
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
        bench.scheduler.advanceMillis(60_000);
        peer.expectSilence();
    }

    @Test
    void shouldSendOneAtATimeAndCountOn() {
        IncomingCall call = invited(UaBench.OFFER);
        call.ringing();
        call.progress(183, UaBench.ANSWER);
        SipResponse first = peer.expect(180);
        peer.expectSilence();
        prack(first.header("RSeq") + " 1 INVITE", 200);
        SipResponse second = peer.expect(183);
        assertThat(second.body()).isEqualTo(UaBench.ANSWER);
        assertThat(Long.parseLong(second.header("RSeq"))).isEqualTo(Long.parseLong(first.header("RSeq")) + 1);
        call.answer(UaBench.ANSWER);
        peer.expectSilence();
        prack(second.header("RSeq") + " 1 INVITE", 200);
        peer.expect(200);
        peer.ack(null);
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldGiveUpOnAPeerThatNeverAcknowledges() {
        IncomingCall call = invited(UaBench.OFFER);
        call.ringing();
        call.answer(UaBench.ANSWER);
        bench.scheduler.advanceMillis(31_999);
        bench.udp.drain();
        assertThat(bench.heard().events).isEmpty();
        bench.scheduler.advanceMillis(1);
        peer.expect(504);
        peer.ackFailure();
        assertThat(bench.heard().events).containsExactly("ended ACK_TIMEOUT");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldRepeatNothingAfterACancel() {
        IncomingCall call = invited(UaBench.OFFER);
        call.ringing();
        call.answer(UaBench.ANSWER);
        peer.expect(180);
        peer.cancel();
        assertThat(bench.udp.drainSummaries()).contains("200 CANCEL", "487 INVITE");
        peer.ackFailure();
        bench.scheduler.advanceMillis(40_000);
        peer.expectSilence();
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldOfferInThe200WhereTheInviteHasNoOffer() {
        IncomingCall call = invited(null);
        assertThat(call.ringing()).isTrue();
        peer.expectSilence();
        call.answer(UaBench.ANSWER);
        peer.expect(200);
    }

    @Test
    void shouldRefuseAnOfferInAPrackAndGoOn() {
        invited(UaBench.OFFER).ringing();
        String number = peer.expect(180).header("RSeq");
        peer.send(Peer.withSdp(peer.next(SipMethod.PRACK).header("RAck", number + " 1 INVITE"), UaBench.OFFER)
                .build());
        peer.expect(488);
        bench.scheduler.advanceMillis(5_000);
        peer.expectSilence();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1 INVITE", "99999999999999999999 1 INVITE", "1 1 INVITE extra"})
    void shouldKnowNothingOfABadPrack(String rack) {
        invited(UaBench.OFFER).ringing();
        peer.expect(180);
        prack(rack, 481);
    }

    // ---- calls of ours ----------------------------------------------------------------------------------------------

    private final UaBench.Heard heard = new UaBench.Heard();

    private SipRequest placed() {
        bench.agent.call(
                OutgoingCallRequest.of(
                        SipUri.of("sip:+15550123@trunk.example"),
                        Written.address("<sip:+15550199@203.0.113.5>"),
                        bench.udp,
                        UaBench.OFFER),
                heard);
        return peer.expectRequest("INVITE");
    }

    @Test
    void shouldAcknowledgeEachReliableResponseOnceAndCountOnInTheDialog() {
        SipRequest invite = placed();
        assertThat(invite.lists("Supported", "100rel")).isTrue();
        String[] reliable = {"Require", "100rel", "RSeq", "7", "Record-Route", "<sip:198.51.100.1;lr>"};
        peer.answer(invite, 183, UaBench.ANSWER, reliable);
        FakeFlow proxy = bench.opened.get(new InetSocketAddress("198.51.100.1", 5060));
        SipRequest prack = UaBench.request(proxy, "PRACK");
        assertThat(prack.header("RAck")).isEqualTo("7 " + invite.cseq().number() + " INVITE");
        assertThat(prack.requestUri()).hasToString("sip:+15550100@198.51.100.7:5060");
        assertThat(prack.routes()).hasToString("[<sip:198.51.100.1;lr>]");
        assertThat(prack.cseq().number()).isEqualTo(invite.cseq().number() + 1);
        assertThat(prack.to().tag()).isEqualTo("a1");
        bench.receive(SipResponse.forRequest(prack, 200, null, null).build(), proxy);

        peer.answer(invite, 183, UaBench.ANSWER, reliable);
        peer.answer(invite, 180, null, "Require", "100rel", "RSeq", "9");
        assertThat(proxy.sent()).as("a repetition, and one that is ahead").isEmpty();
        peer.answer(invite, 180, null, "Require", "100rel", "RSeq", "8");
        SipRequest next = UaBench.request(proxy, "PRACK");
        assertThat(next.header("RAck")).startsWith("8 ");
        bench.receive(SipResponse.forRequest(next, 200, null, null).build(), proxy);
        assertThat(heard.events).containsExactly("progress 183 with sdp", "progress 180");

        peer.answer(invite, 200, null, "Record-Route", "<sip:198.51.100.1;lr>");
        assertThat(heard.lastSdp).isEqualTo(UaBench.ANSWER);
        UaBench.request(proxy, "ACK");
        bench.agent.hangUpAll("done");
        SipRequest bye = UaBench.request(proxy, "BYE");
        assertThat(bye.cseq().number()).isEqualTo(next.cseq().number() + 1);
        bench.receive(SipResponse.forRequest(bye, 200, null, null).build(), proxy);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "12345678901"})
    void shouldTakeAResponseWithoutAUsableNumberForAnUnreliableOne(String number) {
        SipRequest invite = placed();
        peer.answer(invite, 180, null, "Require", "100rel", "RSeq", number);
        peer.expectSilence();
        assertThat(heard.events).containsExactly("progress 180");
    }
}
