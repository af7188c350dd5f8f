package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboundCallTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    @Test
    void shouldSetACallUpAndTakeItDown() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Record-Route", "<sip:198.51.100.1;lr>, <sip:198.51.100.2;lr>")
                .header("P-Asserted-Identity", "\"Alice A.\" <sip:+15550111@trunk.example>")
                .build());
        SipResponse trying = peer.expect(100);
        assertThat(trying.to().tag()).isNull();
        IncomingCall call = bench.call();
        assertThat(call.remoteOffer()).isEqualTo(UaBench.OFFER);
        assertThat(call.requestUri().user()).isEqualTo("+15550199");
        assertThat(call.from().uri().user()).isEqualTo("+15550100");
        assertThat(call.header("P-Asserted-Identity")).contains("+15550111");
        assertThat(call.callId()).isEqualTo("123@198.51.100.7");
        assertThat(call.header("Max-Forwards")).isEqualTo("70");

        assertThat(call.ringing()).isTrue();
        SipResponse ringing = peer.expect(180);
        assertThat(call.answer(UaBench.ANSWER)).isTrue();
        SipResponse ok = peer.expect(200);

        assertThat(ok.to().tag()).isNotNull().isEqualTo(ringing.to().tag());
        assertThat(ok.recordRoutes()).hasSize(2).isEqualTo(ringing.recordRoutes());
        assertThat(ok.contact().uri()).hasToString("sip:sidetone@203.0.113.5:5060");
        assertThat(ok.header("Allow"))
                .isEqualTo("INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO, NOTIFY, PRACK, REFER");
        assertThat(ok.header("Supported")).isEqualTo("timer, 100rel, replaces");
        assertThat(ok.header("Server")).isEqualTo("Sidetone");
        assertThat(ok.header("Session-Expires")).isNull();
        assertThat(ok.contentType()).isEqualTo("application/sdp");
        assertThat(ok.body()).isEqualTo(UaBench.ANSWER);

        peer.ack(null);
        peer.send(peer.next(SipMethod.BYE)
                .header("Reason", "Q.850;cause=16;text=\"Normal call clearing\"")
                .build());
        peer.expect(200);
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_HUNG_UP");
        assertThat(bench.heard().end)
                .isEqualTo(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 16, "Normal call clearing"));
        bench.scheduler.runAll();
        peer.expectSilence();
        bench.assertEmpty();
    }

    @Test
    void shouldTakeARetransmittedInviteForTheSameCall() {
        peer.invite(UaBench.OFFER);
        bench.call().ringing();
        bench.udp.drain();
        for (int i = 0; i < 11; i++) {
            peer.send(peer.lastInvite);
        }

        assertThat(bench.calls).hasSize(1);
        assertThat(bench.udp.drainSummaries()).hasSize(11).containsOnly("180 INVITE");
    }

    @Test
    void shouldRepeatThe200UntilTheAckOverUdpAndTcp() {
        for (Peer each : new Peer[] {peer, new Peer(bench, bench.tcp, "tcp@x")}) {
            each.invite(UaBench.OFFER);
            each.expect(100);
            bench.calls.get(bench.calls.size() - 1).answer(UaBench.ANSWER);
            each.expect(200);
            for (long gap : new long[] {500, 1000, 2000, 4000, 4000}) {
                bench.scheduler.advanceMillis(gap - 1);
                each.expectSilence();
                bench.scheduler.advanceMillis(1);
                each.expect(200);
            }
            each.send(each.lastInvite);
            each.expectSilence();

            each.ack(null);
            each.ack(null);
            bench.scheduler.advanceMillis(60_000);
            each.expectSilence();
        }
        assertThat(bench.heard).allSatisfy(stt -> assertThat(stt.events).containsExactly("ack"));
    }

    @Test
    void shouldKeepTheConnectionThatTheDialogUsesNow() {
        Peer first = new Peer(bench, bench.tcp, "tcp@x");
        first.invite(UaBench.OFFER);
        assertThat(bench.tcp.dialogs()).as("from the INVITE on").isEqualTo(1);
        bench.call().answer(UaBench.ANSWER);
        first.ack(null);
        assertThat(bench.tcp.dialogs()).isEqualTo(1);
        bench.call().hangUp("done");
        bench.tcp.drain();
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldEndWithByeWhenTheAckNeverComes() {
        peer.invite(UaBench.OFFER);
        bench.call().answer(UaBench.ANSWER);
        bench.scheduler.advanceMillis(31_999);
        bench.udp.drain();
        assertThat(bench.heard().events).isEmpty();
        bench.scheduler.advanceMillis(1);

        SipRequest bye = peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ended ACK_TIMEOUT");
        assertThat(bench.count(SipCoreCounter.ACK_TIMEOUTS)).isEqualTo(1);
        peer.answer(bye, 481, null);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldAskForTheAnswerInTheAckWhenTheInviteHasNoOffer() {
        peer.invite(null);
        peer.expect(100);
        assertThat(bench.call().remoteOffer()).isNull();
        bench.call().answer(UaBench.ANSWER);
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);

        peer.ack(UaBench.OFFER);

        assertThat(bench.heard().events).containsExactly("ack with answer");
        assertThat(bench.heard().lastSdp).isEqualTo(UaBench.OFFER);
    }

    @Test
    void shouldHangUpWhenTheAckOwesAnAnswerAndBringsNone() {
        peer.invite(null);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);

        peer.ack(null);

        peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ended NO_SESSION_DESCRIPTION");
    }

    @Test
    void shouldIgnoreADescriptionInTheAckThatNobodyAskedFor() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);

        peer.ack(UaBench.OFFER);

        assertThat(bench.heard().events).containsExactly("ack");
    }

    @Test
    void shouldCancelAnUnansweredCallWith200And487() {
        peer.invite(UaBench.OFFER);
        bench.call().ringing();
        peer.expect(100);
        String tag = peer.expect(180).to().tag();
        peer.cancel();

        assertThat(peer.expect(200).to().tag()).isEqualTo(tag);
        assertThat(peer.expect(487).to().tag()).isEqualTo(tag);
        peer.ackFailure();
        assertThat(bench.heard().events).containsExactly("cancelled", "ended PEER_CANCELLED");
        assertThat(bench.heard().end.text()).isEqualTo("Call completed elsewhere");
        assertThat(bench.call().answer(UaBench.ANSWER)).isFalse();
        assertThat(bench.call().ringing()).isFalse();
        assertThat(bench.call().reject(486, null)).isFalse();
        bench.scheduler.runAll();
        peer.expectSilence();
        bench.assertEmpty();
    }

    @Test
    void shouldGoOnWhenTheCancelCrossesThe200() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        peer.cancel();
        assertThat(peer.expect(200).cseq().method()).isEqualTo(SipMethod.CANCEL);
        peer.expectSilence();

        peer.ack(null);
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);

        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_HUNG_UP");
    }

    @Test
    void shouldAnswer481ToACancelBeforeItsInviteAndThenTakeTheCall() {
        peer.lastInvite =
                Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).build();
        peer.cancel();
        peer.expect(481);

        peer.send(peer.lastInvite);
        peer.expect(100);
        assertThat(bench.calls).hasSize(1);
    }

    @Test
    void shouldEndAnUnansweredCallByTheByeOfItsEarlyDialog() {
        peer.invite(UaBench.OFFER);
        bench.call().ringing();
        peer.expect(100);
        peer.expect(180);
        peer.send(peer.next(SipMethod.BYE).build());

        peer.expect(200);
        peer.expect(487);
        assertThat(bench.heard().events).containsExactly("ended PEER_HUNG_UP");
    }

    @Test
    void shouldTakeAByeBeforeTheAck() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        peer.send(peer.next(SipMethod.BYE).build());

        peer.expect(200);
        bench.scheduler.runAll();
        peer.expectSilence();
        assertThat(bench.heard().events).containsExactly("ended PEER_HUNG_UP");
        bench.assertEmpty();
    }

    @Test
    void shouldRejectWithWhateverTheApplicationSays() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        assertThatThrownBy(() -> bench.call().reject(200, null)).isInstanceOf(IllegalArgumentException.class);

        bench.call().reject(488, "No common codec", new SipHeader("Warning", "305 sidetone \"PCMU, PCMA\""));

        SipResponse refusal = peer.expect(488);
        assertThat(refusal.reasonPhrase()).isEqualTo("No common codec");
        assertThat(refusal.header("Warning")).isEqualTo("305 sidetone \"PCMU, PCMA\"");
        assertThat(refusal.to().tag()).isNotNull();
        assertThat(bench.heard().end).isEqualTo(new SipEndCause(SipEndCause.Kind.REJECTED, 488, "No common codec"));
        peer.ackFailure();
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldHangUpAnUndecidedCallWith480() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().hangUp(null);

        peer.expect(480);
        assertThat(bench.heard().events).containsExactly("ended HUNG_UP");
        bench.call().hangUp(null);
        peer.expectSilence();
    }

    @Test
    void shouldSayByeOnlyAfterTheAckWhenHungUpTooEarly() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        bench.call().hangUp("too late");
        assertThat(bench.heard().events).containsExactly("ended HUNG_UP");
        peer.expectSilence();
        bench.scheduler.advanceMillis(500);
        peer.expect(200);

        peer.ack(null);
        SipRequest bye = peer.expectRequest("BYE");
        assertThat(bye.header("Reason")).isNull();
        peer.answer(bye, 200, null);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldSayByeAtTheTimeLimitWhenHungUpAndNeverAcknowledged() {
        peer.invite(UaBench.OFFER);
        bench.call().answer(UaBench.ANSWER);
        bench.call().hangUp(null);
        bench.udp.drain();
        bench.scheduler.runAll();

        assertThat(bench.udp.drainSummaries()).contains("BYE");
        bench.assertEmpty();
    }

    @Test
    void shouldSayByeWithAReasonAndSurviveACrossingBye() {
        IncomingCall call = peer.confirmed();
        call.hangUp("the agent said \"goodbye\"");
        SipRequest bye = peer.expectRequest("BYE");
        assertThat(bye.header("Reason")).isEqualTo("Q.850;cause=16;text=\"the agent said \\\"goodbye\\\"\"");
        assertThat(bye.topVia().hasRport()).isTrue();
        assertThat(bye.requestUri()).hasToString("sip:+15550100@198.51.100.7:5060");
        assertThat(bye.to().tag()).isEqualTo("a1");
        assertThat(bye.from().tag()).isEqualTo(peer.toTag);

        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        peer.send(peer.next(SipMethod.INFO).build());
        peer.expect(481);
        peer.answer(bye, 200, null);
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(481);

        assertThat(bench.heard().events).containsExactly("ack", "ended HUNG_UP");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldEndEvenWhenNobodyAnswersOurBye() {
        IncomingCall call = peer.confirmed();
        call.hangUp(null);
        assertThat(call.state()).isEqualTo(CallState.LEAVING);
        bench.scheduler.runAll();

        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.assertEmpty();
    }

    @Test
    void shouldRefuseACallNobodyDecidesAbout() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.scheduler.advanceMillis(179_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);

        peer.expect(480);
        assertThat(bench.heard().events).containsExactly("ended NOT_DECIDED");
    }

    @Test
    void shouldRefuseACallWhoseExpiresIsShorter() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Expires", "5")
                .build());
        peer.expect(100);
        bench.scheduler.advanceMillis(5_000);
        peer.expect(480);
    }

    @Test
    void shouldAnswer500WhenTheApplicationFails() {
        bench.mistake = new IllegalStateException("bug");
        peer.invite(UaBench.OFFER);

        peer.expect(100);
        peer.expect(500);
        assertThat(bench.count(SipCoreCounter.APPLICATION_FAILURES)).isEqualTo(1);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldEndTheCallWhenNoResponseCanBeSent() {
        bench.refuseToOpen = true;
        Peer stream = new Peer(bench, bench.tcp, "tcp@x");
        stream.invite(UaBench.OFFER);
        bench.tcp.close();
        bench.call().ringing();
        bench.scheduler.runDue();
        assertThat(bench.heard().events).containsExactly("ended TRANSPORT_FAILED");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldEndTheCallWhenThe200OrTheByeCannotBeSent() {
        bench.refuseToOpen = true;
        Peer stream = new Peer(bench, bench.tcp, "tcp@x");
        stream.invite(UaBench.OFFER);
        bench.tcp.close();
        bench.call().answer(UaBench.ANSWER);
        bench.scheduler.runDue();
        assertThat(bench.heard().events).containsExactly("ended TRANSPORT_FAILED");

        bench.tcp.reopen();
        Peer second = new Peer(bench, bench.tcp, "tcp@y");
        bench.tcp.drain();
        IncomingCall call = second.confirmed();
        bench.tcp.close();
        call.hangUp(null);
        bench.scheduler.runDue();
        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldSendEarlyMediaAsASessionProgress() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().progress(183, UaBench.ANSWER);

        assertThat(peer.expect(183).body()).isEqualTo(UaBench.ANSWER);
        assertThatThrownBy(() -> bench.call().progress(200, null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldAcceptAnAckThatReusesTheBranchOfTheInvite() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        peer.ackFailure();

        assertThat(bench.heard().events).containsExactly("ack");
    }

    @Test
    void shouldHangUpEveryCallAtTheEndOfTheProcess() {
        IncomingCall first = peer.confirmed();
        Peer other = new Peer(bench, bench.udp, "other@x");
        other.invite(UaBench.OFFER);
        other.expect(100);

        bench.agent.hangUpAll("shutting down");

        assertThat(bench.udp.drainSummaries()).containsExactly("BYE", "480 INVITE");
        assertThat(first.state()).isEqualTo(CallState.LEAVING);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldSendHeadersOfOurOwnIn200ReferAndBye() {
        peer.invite(UaBench.OFFER);
        bench.call().answer(UaBench.ANSWER, List.of(new SipHeader("X-Tenant", "a b")));
        peer.expect(100);
        assertThat(peer.expect(200).header("X-Tenant")).isEqualTo("a b");
        peer.ack(null);
        bench.call().transfer(SipUri.of("sip:+15550123@trunk.example.com"), List.of(new SipHeader("X-Ticket", "7")));
        SipRequest refer = peer.expectRequest("REFER");
        assertThat(refer.header("X-Ticket")).isEqualTo("7");
        peer.answer(refer, 603, null);
        bench.call().hangUp("done", List.of(new SipHeader("X-Reason", "closed")));
        SipRequest bye = peer.expectRequest("BYE");
        assertThat(bye.header("X-Reason")).isEqualTo("closed");
        assertThat(bye.header("X-Ticket")).isNull();
        peer.answer(bye, 200, null);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }
}
