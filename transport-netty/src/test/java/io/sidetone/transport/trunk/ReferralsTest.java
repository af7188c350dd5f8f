package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import io.sidetone.transport.sip.service.DialogSender;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.ClientTransactionListener;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The peer of a call asks by REFER that our agent talks to somebody else. */
class ReferralsTest extends TrunkRig {
    private static final String TARGET = "<sip:+4940@carrier.example>";

    private final FakeWay way = new FakeWay();
    private final List<String> told = new ArrayList<>();
    private DatagramSocket other;

    @Override
    SourcePolicy sources() {
        return new SourcePolicy(
                List.of(new SourcePolicy.Trunk("carrier", List.of(Blocks.of("127.0.0.0/8")), false)), false);
    }

    @BeforeEach
    void reach() throws Exception {
        other = new DatagramSocket(0, loopback);
        other.setSoTimeout(5_000);
        way.servers = List.of(server("127.0.0.1"), server("127.0.0.2"));
        trunk.referrals(
                (name, target) -> name.equals("carrier") && target.user().equals("+4940") ? "" : "the rule");
        trunk.reaches(way);
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    private static SipTarget server(String address) {
        return new SipTarget(SipTransport.UDP, new InetSocketAddress(address, 5060));
    }

    /** A dialog that writes down what is sent in it. */
    private final class Dialog implements DialogSender {
        @Override
        public SipRequest.Builder request(SipMethod method) {
            return ReferralsTest.request(method);
        }

        @Override
        public void send(SipRequest request, ClientTransactionListener outcome) {
            String line = new String(request.body(), StandardCharsets.US_ASCII).strip();
            told.add(line.substring("SIP/2.0 ".length()));
        }

        @Override
        public NameAddress local() {
            return Written.address("<sip:desk@127.0.0.1>");
        }

        @Override
        public NameAddress contact() {
            return local();
        }

        @Override
        public SipScheduler scheduler() {
            throw new UnsupportedOperationException("a referral needs no timer");
        }
    }

    private static SipRequest.Builder request(SipMethod method) {
        return SipRequest.builder(method, SipUri.of("sip:desk@127.0.0.1"))
                .header("Via", "SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bKx")
                .header("Max-Forwards", "70")
                .header("From", "<sip:alice@example.com>;tag=1")
                .header("To", "<sip:desk@127.0.0.1>;tag=2")
                .header("Call-ID", "x")
                .header("CSeq", "7 " + method);
    }

    private void refer(FakeIncomingCall sip, String target) throws Exception {
        SipRequest refer = request(SipMethod.REFER).header("Refer-To", target).build();
        onSip(() -> sip.listener.onRefer(new Referral(new Dialog(), refer, status -> told.add("answer " + status))));
    }

    private byte[] answerOfOther() {
        return offer("m=audio " + other.getLocalPort() + " RTP/AVP 8\r\n", "").getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldCallAndGoOnWithWhoAnswers() throws Exception {
        FakeIncomingCall sip = answered();
        refer(sip, "<sip:+4940@carrier.example?Replaces=a%3Bto-tag%3Db%3Bfrom-tag%3Dc>");
        assertThat(way.requests).hasSize(1);
        assertThat(way.requests.get(0).target()).hasToString("sip:+4940@carrier.example");
        assertThat(way.requests.get(0).from()).hasToString("<sip:desk@carrier.example>");
        assertThat(way.requests.get(0).headers().toString())
                .contains("Replaces", "a;to-tag=b;from-tag=c", "Require", "Referred-By", "alice@example.com");
        onSip(() -> way.listener.onProgress(180, null));
        onSip(() -> way.listener.onAnswered(answerOfOther()));
        assertThat(told).containsExactly("answer 202", "100 Trying", "180 Ringing", "200 OK");
        other.receive(new DatagramPacket(new byte[2048], 2048));
        // Who has handed us on hangs up, and the call goes on.
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        assertThat(calls.get(0).endCause()).isNull();
        onSip(() -> way.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    @Test
    void shouldTryTheNextServerAndTellTheReasonOfAFailure() throws Exception {
        FakeIncomingCall sip = answered();
        refer(sip, TARGET);
        onSip(() -> way.listener.onEnded(new SipEndCause(SipEndCause.Kind.NO_RESPONSE, 408, "")));
        assertThat(way.requests).hasSize(2);
        assertThat(way.requests.get(1).flow().remote().getAddress().getHostAddress())
                .isEqualTo("127.0.0.2");
        onSip(() -> way.listener.onEnded(new SipEndCause(SipEndCause.Kind.REFUSED_BY_PEER, 486, "")));
        assertThat(told).containsExactly("answer 202", "100 Trying", "486 Busy Here");
        assertThat(receive()).as("the call before goes on").isZero();
    }

    @Test
    void shouldRefuseWhomThisServerMayNotCallAndASecondAtATime() throws Exception {
        FakeIncomingCall sip = answered();
        refer(sip, "<sip:+881@carrier.example>");
        assertThat(told).containsExactly("answer 603");
        refer(sip, TARGET);
        refer(sip, TARGET);
        assertThat(told).containsExactly("answer 603", "answer 202", "100 Trying", "answer 491");
        assertThat(way.requests).hasSize(1);
    }

    @Test
    void shouldGiveUpWhenTheCallEnds() throws Exception {
        FakeIncomingCall sip = answered();
        refer(sip, TARGET);
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        assertThat(way.did).containsExactly("hang up");
    }

    @Test
    void shouldTellWhenTheAnswerOrNoServerCanBeUsed() throws Exception {
        FakeIncomingCall sip = answered();
        refer(sip, TARGET);
        byte[] bad = offer("m=audio 9 RTP/AVP 18\r\n", "").getBytes(StandardCharsets.US_ASCII);
        onSip(() -> way.listener.onAnswered(bad));
        assertThat(told).containsExactly("answer 202", "100 Trying", "488 Not Acceptable Here");
        assertThat(way.did).containsExactly("hang up");
        way.servers = List.of();
        told.clear();
        refer(sip, TARGET);
        assertThat(told).containsExactly("answer 202", "100 Trying", "503 Service Unavailable");
    }
}
