package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import org.junit.jupiter.api.Test;

class SessionTimerCallTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private SipResponse call(String... headers) {
        SipRequest.Builder invite = Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER);
        for (int i = 0; i < headers.length; i += 2) {
            invite.header(headers[i], headers[i + 1]);
        }
        peer.send(invite.build());
        peer.expect(100);
        bench.calls.get(bench.calls.size() - 1).answer(UaBench.ANSWER);
        SipResponse ok = peer.expect(200);
        peer.ack(null);
        return ok;
    }

    @Test
    void shouldMakeThePeerRefreshAndHangUpWhenItDoesNot() {
        SipResponse ok = call("Session-Expires", "1800", "Supported", "timer");
        assertThat(ok.header("Session-Expires")).isEqualTo("1800;refresher=uac");
        assertThat(ok.header("Require")).isEqualTo("timer");

        bench.scheduler.advanceMillis(1_767_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "ended SESSION_EXPIRED");
        assertThat(bench.count(SipCoreCounter.SESSION_TIMEOUTS)).isEqualTo(1);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldEndAThirdEarlyWhenTheIntervalIsShort() {
        call("Session-Expires", "90", "Supported", "timer");
        bench.scheduler.advanceMillis(59_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("BYE");
    }

    @Test
    void shouldBeginAnewWithEveryRefreshOfThePeer() {
        call("Session-Expires", "90", "Supported", "timer");
        bench.heard().replyAtOnce = UaBench.ANSWER;
        bench.scheduler.advanceMillis(45_000);
        peer.send(peer.next(SipMethod.UPDATE)
                .header("Session-Expires", "90;refresher=uac")
                .header("Supported", "timer")
                .build());
        assertThat(peer.expect(200).header("Session-Expires")).isEqualTo("90;refresher=uac");
        bench.scheduler.advanceMillis(45_000);
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Session-Expires", "120;refresher=uac")
                .header("Supported", "timer")
                .build());
        assertThat(peer.expect(200).header("Session-Expires")).isEqualTo("120;refresher=uac");
        peer.ack(null);
        assertThat(bench.heard().events).containsExactly("ack", "same offer");

        bench.scheduler.advanceMillis(87_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("BYE");
    }

    @Test
    void shouldKeepTheIntervalWhenARequestSaysNothingOfIt() {
        call("Session-Expires", "90", "Supported", "timer");
        bench.scheduler.advanceMillis(30_000);
        peer.send(peer.next(SipMethod.UPDATE).header("Supported", "timer").build());
        assertThat(peer.expect(200).header("Session-Expires")).isEqualTo("90;refresher=uac");
    }

    @Test
    void shouldRefreshByUpdateWhenThePeerAsksUsToAndAllowsIt() {
        SipResponse ok =
                call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "INVITE, ACK, BYE, UPDATE");
        assertThat(ok.header("Session-Expires")).isEqualTo("600;refresher=uas");
        assertThat(ok.header("Require")).isNull();

        bench.scheduler.advanceMillis(300_000);
        SipRequest update = peer.expectRequest("UPDATE");
        assertThat(update.header("Session-Expires")).isEqualTo("600;refresher=uac");
        assertThat(update.body()).isEmpty();
        assertThat(update.contact()).isNotNull();
        peer.answer(update, 200, null, "Session-Expires", "600;refresher=uac");
        bench.scheduler.advanceMillis(299_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("UPDATE");
    }

    @Test
    void shouldRefreshAHoldOfOursAsAHold() {
        byte[] hold = UaBench.sdp("203.0.113.5", 2, "sendonly");
        call("Session-Expires", "600;refresher=uas", "Supported", "timer");
        bench.scheduler.advanceMillis(100_000);
        bench.call().offer(hold);
        SipRequest offer = peer.expectRequest("INVITE");
        assertThat(offer.header("Session-Expires")).isEqualTo("600;refresher=uac");
        peer.answer(offer, 200, UaBench.sdp("198.51.100.7", 2, "recvonly"), "Session-Expires", "600;refresher=uac");
        peer.expectRequest("ACK");
        bench.scheduler.advanceMillis(299_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        assertThat(peer.expectRequest("INVITE").body()).isEqualTo(hold);
    }

    @Test
    void shouldRefreshByReInviteWithTheSameDescriptionOtherwise() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer");
        bench.scheduler.advanceMillis(300_000);
        SipRequest invite = peer.expectRequest("INVITE");
        assertThat(invite.body()).isEqualTo(UaBench.ANSWER);
        peer.answer(invite, 200, UaBench.OFFER, "Session-Expires", "600;refresher=uac");

        SipRequest ack = peer.expectRequest("ACK");
        assertThat(ack.cseq().number()).isEqualTo(invite.cseq().number());
        assertThat(bench.heard().events).as("nothing new").containsExactly("ack");
        bench.scheduler.advanceMillis(300_000);
        byte[] moved = UaBench.sdp("198.51.100.8", 9, "sendrecv");
        peer.answer(peer.expectRequest("INVITE"), 200, moved, "Session-Expires", "600;refresher=uac");
        assertThat(bench.heard().events).containsExactly("ack", "answer");
        assertThat(bench.heard().lastSdp).isEqualTo(moved);
    }

    @Test
    void shouldLetTheSessionEndWhenItsDescriptionMayNotBeSentAnyMore() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer");
        bench.heard().mayOffer = false;
        bench.scheduler.advanceMillis(567_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "ended SESSION_EXPIRED");
    }

    @Test
    void shouldRefreshForAPeerThatDoesNotKnowTimers() {
        SipResponse ok = call("Session-Expires", "600");
        assertThat(ok.header("Session-Expires")).isEqualTo("600;refresher=uas");
        assertThat(ok.header("Require")).isNull();
    }

    @Test
    void shouldFallBackToReInviteWhenUpdateIsRefused() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.scheduler.advanceMillis(300_000);
        peer.answer(peer.expectRequest("UPDATE"), 405, null);
        peer.expectRequest("INVITE");
    }

    @Test
    void shouldRaiseTheIntervalWhenTheRefreshIsTooShort() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.scheduler.advanceMillis(300_000);
        peer.answer(peer.expectRequest("UPDATE"), 422, null, "Min-SE", "900");
        SipRequest again = peer.expectRequest("UPDATE");
        assertThat(again.header("Session-Expires")).isEqualTo("900;refresher=uac");
        peer.answer(again, 422, null, "Min-SE", "900");
        peer.expectSilence();
    }

    @Test
    void shouldHangUpWhenThePeerNoLongerKnowsTheDialog() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.scheduler.advanceMillis(300_000);
        peer.answer(peer.expectRequest("UPDATE"), 481, null);
        peer.expectRequest("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_GONE");
    }

    @Test
    void shouldHangUpWhenOurRefreshIsNeverAnswered() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.scheduler.advanceMillis(332_000);
        assertThat(bench.udp.drainSummaries()).endsWith("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_GONE");
    }

    @Test
    void shouldEndAtExpiryWhenTheRefreshIsRefused() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.scheduler.advanceMillis(300_000);
        peer.answer(peer.expectRequest("UPDATE"), 503, null);
        bench.scheduler.advanceMillis(267_999);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.expectRequest("BYE");
        assertThat(bench.heard().end.kind()).isEqualTo(SipEndCause.Kind.SESSION_EXPIRED);
    }

    @Test
    void shouldEndTheCallWhenARefreshCannotBeSent() {
        call("Session-Expires", "600;refresher=uas", "Supported", "timer", "Allow", "UPDATE");
        bench.udp.close();
        bench.refuseToOpen = true;
        bench.scheduler.advanceMillis(300_000);

        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldAskForATimerWhenThePolicySaysSo() {
        UaBench asking = new UaBench(
                SipUserAgentSettings.DEFAULT.withSessionTimers(trunk -> new SessionTimerPolicy(1_800, 120)));
        Peer caller = new Peer(asking);
        caller.send(Peer.withSdp(caller.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Supported", "timer")
                .build());
        caller.expect(100);
        asking.call().answer(UaBench.ANSWER);
        assertThat(caller.expect(200).header("Session-Expires")).isEqualTo("1800;refresher=uac");
    }
}
