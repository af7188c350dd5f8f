package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls whose requests meet challenges. */
class DigestCallTest {
    private static final String CHALLENGE = "Digest realm=\"trunk.example\", nonce=\"n1\", algorithm=MD5, qop=\"auth\"";

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);
    private final UaBench.Heard heard = new UaBench.Heard();

    private OutgoingCall place() {
        return bench.agent.call(
                new OutgoingCallRequest(
                        SipUri.of("sip:+15550123@trunk.example"),
                        Written.address("<sip:+15550199@203.0.113.5>"),
                        bench.udp,
                        UaBench.ANSWER,
                        List.of(),
                        OutgoingCallRequest.DEFAULT_RING_LIMIT_NS,
                        new DigestAccount("alice", "secret", null),
                        null),
                heard);
    }

    private void respond(SipRequest request, int status, byte[] sdp, String... headers) {
        SipResponse.Builder response = SipResponse.forRequest(request, status, null, "a1")
                .header("Contact", "<sip:a1@198.51.100.7:5060>")
                .header("Allow", "INVITE, ACK, BYE, UPDATE, INFO");
        for (int i = 0; i < headers.length; i += 2) {
            response.header(headers[i], headers[i + 1]);
        }
        if (sdp != null) {
            response.body("application/sdp", sdp);
        }
        bench.receive(response.build(), bench.udp);
    }

    private SipRequest answered() {
        SipRequest first = peer.expectRequest("INVITE");
        respond(first, 407, null, "Proxy-Authenticate", CHALLENGE);
        peer.expectRequest("ACK");
        SipRequest second = peer.expectRequest("INVITE");
        respond(second, 200, UaBench.OFFER);
        return second;
    }

    @Test
    void shouldAnswerTheChallengeOfACallAsANewRequestOfTheSameCall() {
        OutgoingCall call = place();
        SipRequest first = peer.expectRequest("INVITE");
        respond(first, 407, null, "Proxy-Authenticate", CHALLENGE);
        assertThat(peer.expectRequest("ACK").cseq().number())
                .isEqualTo(first.cseq().number());
        SipRequest second = peer.expectRequest("INVITE");

        assertThat(second.callId()).isEqualTo(first.callId());
        assertThat(second.from().tag()).isEqualTo(first.from().tag());
        assertThat(second.cseq().number()).isEqualTo(first.cseq().number() + 1);
        assertThat(second.topVia().branch()).isNotEqualTo(first.topVia().branch());
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Proxy-Authorization"))
                .contains("username=\"alice\"")
                .contains("nc=00000001");

        respond(second, 200, UaBench.OFFER);
        SipRequest ack = peer.expectRequest("ACK");
        assertThat(ack.header("Proxy-Authorization")).isEqualTo(second.header("Proxy-Authorization"));
        assertThat(call.state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldRefuseTheCallWhenTheAnswerIsWrong() {
        OutgoingCall call = place();
        respond(peer.expectRequest("INVITE"), 401, null, "WWW-Authenticate", CHALLENGE);
        peer.expectRequest("ACK");
        respond(peer.expectRequest("INVITE"), 401, null, "WWW-Authenticate", CHALLENGE.replace("n1", "n2"));
        peer.expectRequest("ACK");
        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.scheduler.runAll();
        peer.expectSilence();
        bench.assertEmpty();
    }

    @Test
    void shouldAnswerChallengesInTheDialog() {
        OutgoingCall call = place();
        SipRequest invite = answered();
        peer.expectRequest("ACK");
        assertThat(call.offer(UaBench.ANSWER)).isTrue();
        SipRequest offer = peer.expectRequest("INVITE");
        assertThat(offer.header("Proxy-Authorization")).contains("nc=00000002");
        respond(offer, 407, null, "Proxy-Authenticate", CHALLENGE.replace("n1", "n2") + ", stale=true");
        peer.expectRequest("ACK");
        SipRequest again = peer.expectRequest("INVITE");
        assertThat(again.cseq().number()).isEqualTo(invite.cseq().number() + 2);
        assertThat(again.header("Proxy-Authorization")).contains("nonce=\"n2\"");
        respond(again, 200, UaBench.OFFER);
        peer.expectRequest("ACK");
        assertThat(heard.events).anyMatch(event -> event.startsWith("answer"));

        call.hangUp("");
        SipRequest bye = peer.expectRequest("BYE");
        respond(bye, 407, null, "Proxy-Authenticate", CHALLENGE.replace("n1", "n3") + ", stale=true");
        SipRequest second = peer.expectRequest("BYE");
        assertThat(second.cseq().number()).isEqualTo(bye.cseq().number() + 1);
        respond(second, 200, null);
        assertThat(call.state()).isEqualTo(CallState.ENDED);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldKnowTheTransferThatWasAskedForAgain() {
        OutgoingCall call = place();
        SipRequest invite = answered();
        peer.expectRequest("ACK");
        assertThat(call.transfer(SipUri.of("sip:desk@198.51.100.9"))).isTrue();
        SipRequest refer = peer.expectRequest("REFER");
        respond(refer, 407, null, "Proxy-Authenticate", CHALLENGE.replace("n1", "n2"));
        SipRequest again = peer.expectRequest("REFER");
        assertThat(again.header("Refer-To")).isEqualTo(refer.header("Refer-To"));
        respond(again, 202, null);
        SipRequest notify = SipRequest.builder(
                        io.sidetone.transport.sip.message.SipMethod.of("NOTIFY"), SipUri.of("sip:sidetone@203.0.113.5"))
                .header("Via", "SIP/2.0/UDP 198.51.100.7:5060;branch=z9hG4bKn;rport")
                .header("Max-Forwards", "70")
                .header("From", invite.to().withTag("a1"))
                .header("To", invite.from())
                .header("Call-ID", invite.callId())
                .header("CSeq", "1 NOTIFY")
                .header("Event", "refer;id=" + again.cseq().number())
                .header("Subscription-State", "terminated")
                .header("Contact", "<sip:a1@198.51.100.7:5060>")
                .body("message/sipfrag", "SIP/2.0 200 OK\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .build();
        bench.receive(notify, bench.udp);
        peer.expect(200);
        assertThat(heard.events).anyMatch(event -> event.contains("200"));
    }

    @Test
    void shouldNotAnswerAChallengeOnceTheCallIsGivenUp() {
        OutgoingCall call = place();
        SipRequest invite = peer.expectRequest("INVITE");
        respond(invite, 180, null);
        call.hangUp("");
        SipRequest cancel = peer.expectRequest("CANCEL");
        respond(cancel, 200, null);
        respond(invite, 407, null, "Proxy-Authenticate", CHALLENGE);
        peer.expectRequest("ACK");
        peer.expectSilence();
        assertThat(call.state()).isEqualTo(CallState.ENDED);
    }
}
