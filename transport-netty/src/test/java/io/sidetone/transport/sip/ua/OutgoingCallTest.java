package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutgoingCallTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);
    private final UaBench.Heard stt = new UaBench.Heard();

    private OutgoingCall place() {
        return place(stt);
    }

    private OutgoingCall place(SipCallListener listener) {
        return bench.agent.call(
                OutgoingCallRequest.of(
                        SipUri.of("sip:+15550123@trunk.example"),
                        Written.address("<sip:+15550199@203.0.113.5>"),
                        bench.udp,
                        UaBench.ANSWER),
                listener);
    }

    /** A response to our request from a phone with this tag. */
    private void respond(SipRequest request, int status, String tag, byte[] sdp, String... headers) {
        SipResponse.Builder response = SipResponse.forRequest(request, status, null, tag)
                .header("Contact", "<sip:" + tag + "@198.51.100.7:5060>");
        for (int i = 0; i < headers.length; i += 2) {
            response.header(headers[i], headers[i + 1]);
        }
        if (sdp != null) {
            response.body("application/sdp", sdp);
        }
        bench.receive(response.build(), bench.udp);
    }

    private SipRequest answered() {
        place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 200, "a1", UaBench.OFFER);
        peer.expectRequest("ACK");
        return invite;
    }

    /** A request of the peer inside the dialog of our call. */
    private SipRequest.Builder fromPeer(SipMethod method, SipRequest invite, long number) {
        return SipRequest.builder(method, SipUri.of("sip:sidetone@203.0.113.5:5060"))
                .header("Via", "SIP/2.0/UDP 198.51.100.7:5060;branch=z9hG4bKpeer" + number + ";rport")
                .header("Max-Forwards", "70")
                .header("From", invite.to().withTag("a1"))
                .header("To", invite.from())
                .header("Call-ID", invite.callId())
                .header("CSeq", number + " " + method)
                .header("Contact", "<sip:a1@198.51.100.7:5060>");
    }

    @Test
    void shouldPlaceACallAndTakeItDown() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        assertThat(invite.topVia().hasRport()).isTrue();
        assertThat(invite.from().tag()).isNotNull();
        assertThat(invite.to().tag()).isNull();
        assertThat(invite.body()).isEqualTo(UaBench.ANSWER);
        assertThat(invite.header("Supported")).isEqualTo("timer, 100rel, replaces");
        respond(invite, 100, null, null);
        respond(invite, 180, "a1", null);
        assertThat(call.state()).isEqualTo(CallState.RINGING);
        respond(invite, 200, "a1", UaBench.OFFER, "Record-Route", "<sip:198.51.100.2;lr>, <sip:198.51.100.1;lr>");

        FakeFlow proxy = bench.opened.get(new InetSocketAddress("198.51.100.1", 5060));
        SipRequest ack = UaBench.request(proxy, "ACK");
        assertThat(ack.requestUri()).hasToString("sip:a1@198.51.100.7:5060");
        assertThat(ack.routes()).hasToString("[<sip:198.51.100.1;lr>, <sip:198.51.100.2;lr>]");
        assertThat(ack.cseq().number()).isEqualTo(invite.cseq().number());
        assertThat(ack.topVia().branch()).isNotEqualTo(invite.topVia().branch());
        assertThat(stt.events).containsExactly("progress 180", "answered");
        assertThat(stt.lastSdp).isEqualTo(UaBench.OFFER);

        call.hangUp("done");
        SipRequest bye = UaBench.request(proxy, "BYE");
        assertThat(bye.cseq().number()).isEqualTo(invite.cseq().number() + 1);
        respond(bye, 200, "a1", null);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldSendTheSameAckForEveryRepetitionOfThe200() {
        place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 200, "a1", UaBench.OFFER);
        SipRequest ack = peer.expectRequest("ACK");
        respond(invite, 200, "a1", UaBench.OFFER);
        bench.scheduler.advanceMillis(40_000);
        respond(invite, 200, "a1", UaBench.OFFER);

        assertThat(peer.expectRequest("ACK").topVia()).isEqualTo(ack.topVia());
        assertThat(peer.expectRequest("ACK").topVia()).isEqualTo(ack.topVia());
        assertThat(stt.events).containsExactly("answered");
        respond(invite, 200, "stranger", UaBench.OFFER);
        assertThat(bench.count(SipCoreCounter.UNMATCHED_RESPONSES)).isEqualTo(1);
    }

    @Test
    void shouldHangUpOnASecondPhoneThatPicksUp() {
        place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 200, "a1", UaBench.OFFER);
        peer.expectRequest("ACK");
        respond(invite, 200, "b2", UaBench.OFFER);

        SipRequest ack = peer.expectRequest("ACK");
        assertThat(ack.to().tag()).isEqualTo("b2");
        SipRequest bye = peer.expectRequest("BYE");
        assertThat(bye.to().tag()).isEqualTo("b2");
        respond(bye, 200, "b2", null);
        respond(invite, 200, "b2", UaBench.OFFER);
        assertThat(peer.expectRequest("ACK").topVia()).isEqualTo(ack.topVia());
        peer.expectSilence();
        assertThat(stt.events).containsExactly("answered");
    }

    @Test
    void shouldReportARefusalAndAcknowledgeItInTheTransaction() {
        place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 486, "a1", null);

        SipRequest ack = peer.expectRequest("ACK");
        assertThat(ack.topVia()).isEqualTo(invite.topVia());
        assertThat(stt.end).isEqualTo(new SipEndCause(SipEndCause.Kind.REFUSED_BY_PEER, 486, "Busy Here"));
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldCancelAfterAProvisionalResponse() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 180, "a1", null);
        call.hangUp("changed my llm");
        SipRequest cancel = peer.expectRequest("CANCEL");
        assertThat(cancel.topVia()).isEqualTo(invite.topVia());
        assertThat(cancel.requestUri()).isEqualTo(invite.requestUri());
        assertThat(cancel.to().tag()).isNull();
        assertThat(cancel.cseq().number()).isEqualTo(invite.cseq().number());
        assertThat(cancel.header("Reason")).contains("changed my llm");
        respond(cancel, 200, "a1", null);
        respond(invite, 487, "a1", null);
        peer.expectRequest("ACK");

        assertThat(stt.events).containsExactly("progress 180", "ended HUNG_UP");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldHoldTheCancelBackUntilAProvisionalResponse() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        call.hangUp(null);
        call.hangUp(null);
        peer.expectSilence();
        respond(invite, 100, null, null);
        peer.expectRequest("CANCEL");
        respond(invite, 180, "a1", null);
        peer.expectSilence();
    }

    @Test
    void shouldAcknowledgeAndHangUpWhenThe200CrossesTheCancel() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 180, "a1", null);
        call.hangUp(null);
        peer.expectRequest("CANCEL");
        respond(invite, 200, "a1", UaBench.OFFER);

        peer.expectRequest("ACK");
        peer.expectRequest("BYE");
        assertThat(stt.events).containsExactly("progress 180", "ended HUNG_UP");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldForgetACancelledInviteThatNeverGetsItsFinalResponse() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 180, "a1", null);
        call.hangUp(null);
        bench.scheduler.runAll();

        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.assertEmpty();
    }

    @Test
    void shouldGiveUpRingingAtItsLimit() {
        bench.agent.call(
                new OutgoingCallRequest(
                        SipUri.of("sip:x@y"),
                        Written.address("<sip:a@b>"),
                        bench.udp,
                        UaBench.ANSWER,
                        List.of(new SipHeader("X-Trace", "7")),
                        TimeUnit.SECONDS.toNanos(20)),
                stt);
        SipRequest invite = peer.expectRequest("INVITE");
        assertThat(invite.header("X-Trace")).isEqualTo("7");
        respond(invite, 180, "a1", null);
        bench.scheduler.advanceMillis(20_000);
        peer.expectRequest("CANCEL");
        assertThat(stt.events).containsExactly("progress 180", "ended NO_ANSWER");
    }

    @Test
    void shouldReportThatNobodyResponds() {
        place();
        bench.scheduler.advanceMillis(32_000);
        assertThat(stt.events).containsExactly("ended NO_RESPONSE");
        bench.assertEmpty();
    }

    @Test
    void shouldReportThatTheInviteCannotBeSent() {
        bench.udp.close();
        OutgoingCall call = place();
        assertThat(stt.events).as("never from inside the call").isEmpty();
        bench.scheduler.runDue();
        assertThat(stt.events).containsExactly("ended TRANSPORT_FAILED");
        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.assertEmpty();
    }

    @Test
    void shouldTryAgainWithTheIntervalThePeerAsksFor() {
        UaBench timed =
                new UaBench(SipUserAgentSettings.DEFAULT.withSessionTimers(trunk -> new SessionTimerPolicy(120, 90)));
        Peer trunk = new Peer(timed);
        OutgoingCall call = timed.agent.call(
                OutgoingCallRequest.of(SipUri.of("sip:x@y"), Written.address("<sip:a@b>"), timed.udp, UaBench.ANSWER),
                stt);
        SipRequest first = trunk.expectRequest("INVITE");
        assertThat(first.header("Session-Expires")).isEqualTo("120");
        trunk.answer(first, 100, null);
        trunk.answer(first, 422, null, "Min-SE", "600");
        trunk.expectRequest("ACK");
        SipRequest second = trunk.expectRequest("INVITE");

        assertThat(second.header("Session-Expires")).isEqualTo("600");
        assertThat(second.header("Min-SE")).isEqualTo("600");
        assertThat(second.callId()).isEqualTo(first.callId());
        assertThat(second.from()).isEqualTo(first.from());
        assertThat(second.cseq().number()).isEqualTo(first.cseq().number() + 1);
        assertThat(second.topVia().branch()).isNotEqualTo(first.topVia().branch());
        trunk.answer(second, 200, UaBench.OFFER, "Session-Expires", "600;refresher=uas");
        trunk.expectRequest("ACK");
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
        timed.scheduler.advanceMillis(567_999);
        trunk.expectSilence();
        timed.scheduler.advanceMillis(1);
        trunk.expectRequest("BYE");
        assertThat(stt.end.kind()).isEqualTo(SipEndCause.Kind.SESSION_EXPIRED);
    }

    @Test
    void shouldRefreshItselfWhenThe200SaysSo() {
        UaBench timed =
                new UaBench(SipUserAgentSettings.DEFAULT.withSessionTimers(trunk -> new SessionTimerPolicy(1_800, 90)));
        Peer trunk = new Peer(timed);
        timed.agent.call(
                OutgoingCallRequest.of(SipUri.of("sip:x@y"), Written.address("<sip:a@b>"), timed.udp, UaBench.ANSWER),
                stt);
        trunk.answer(
                trunk.expectRequest("INVITE"),
                200,
                UaBench.OFFER,
                "Session-Expires",
                "1800;refresher=uac",
                "Allow",
                "UPDATE");
        trunk.expectRequest("ACK");
        timed.scheduler.advanceMillis(900_000);
        trunk.expectRequest("UPDATE");
    }

    @Test
    void shouldStopRetryingIntervalsThatNeverFit() {
        place();
        for (int i = 0; i < 2; i++) {
            respond(peer.expectRequest("INVITE"), 422, "a1", null, "Min-SE", Integer.toString(1_000 * (i + 1)));
            peer.expectRequest("ACK");
        }
        respond(peer.expectRequest("INVITE"), 422, "a1", null, "Min-SE", "9000");
        peer.expectRequest("ACK");
        assertThat(stt.end.statusCode()).isEqualTo(422);
    }

    @Test
    void shouldTakeTheAnswerOf183WhenThe200HasNone() {
        place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 183, "a1", UaBench.OFFER);
        respond(invite, 200, "a1", null);

        assertThat(stt.events).containsExactly("progress 183 with sdp", "answered");
    }

    /** RFC 3261 section 13.2.2.4: the dialog of the 200 counts, and so does its description. */
    @ParameterizedTest
    @CsvSource({"one, 1", "two, 2", "three, 2"})
    void shouldTakeTheDescriptionOfThePhoneThatPicksUp(String tag, int version) {
        List<byte[]> answers = new ArrayList<>();
        SipCallListener listener = new SipCallListener() {
            @Override
            public void onAnswered(byte[] sdp) {
                answers.add(sdp);
            }

            @Override
            public void onEnded(SipEndCause cause) {}
        };
        place(listener);
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 183, "one", UaBench.sdp("198.51.100.7", 1, "sendrecv"));
        respond(invite, 183, "two", UaBench.sdp("198.51.100.7", 2, "sendrecv"));
        respond(invite, 200, tag, null);
        peer.expectRequest("ACK");
        assertThat(answers).hasSize(1);
        assertThat(answers.get(0)).isEqualTo(UaBench.sdp("198.51.100.7", version, "sendrecv"));
    }

    @Test
    void shouldHangUpWhenThereIsNoAnswerAtAll() {
        place();
        respond(peer.expectRequest("INVITE"), 200, "a1", null);

        peer.expectRequest("ACK");
        peer.expectRequest("BYE");
        assertThat(stt.events).containsExactly("ended NO_SESSION_DESCRIPTION");
    }

    @Test
    void shouldAnswerRequestsOfThePeerInsideTheDialog() {
        SipRequest invite = answered();
        stt.replyAtOnce = UaBench.ANSWER;
        bench.receive(fromPeer(SipMethod.OPTIONS, invite, 1).build(), bench.udp);
        bench.receive(
                fromPeer(SipMethod.INFO, invite, 2)
                        .body("application/dtmf", "9".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .build(),
                bench.udp);
        bench.receive(
                Peer.withSdp(fromPeer(SipMethod.INVITE, invite, 3), UaBench.OFFER)
                        .build(),
                bench.udp);
        bench.receive(fromPeer(SipMethod.ACK, invite, 3).build(), bench.udp);
        bench.receive(fromPeer(SipMethod.BYE, invite, 4).build(), bench.udp);

        assertThat(bench.udp.drainSummaries()).containsExactly("200 OPTIONS", "200 INFO", "200 INVITE", "200 BYE");
        assertThat(stt.events).containsExactly("answered", "digit 9 250", "same offer", "ended PEER_HUNG_UP");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldRefuseALimitThatEndsTheCallAtOnce() {
        assertThatThrownBy(() -> new OutgoingCallRequest(
                        SipUri.of("sip:x@y"), Written.address("<sip:a@b>"), bench.udp, UaBench.ANSWER, List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
