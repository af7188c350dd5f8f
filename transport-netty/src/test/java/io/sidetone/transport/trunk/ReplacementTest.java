package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another call of the peer's side takes the place of the one that carries a call (RFC 3891). */
class ReplacementTest extends TrunkRig {
    private DatagramSocket other;

    @BeforeEach
    void openOther() throws Exception {
        other = new DatagramSocket(0, loopback);
        other.setSoTimeout(5_000);
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    private String offerOfOther(String format) {
        return offer("m=audio " + other.getLocalPort() + " RTP/AVP " + format + "\r\n", "");
    }

    private FakeIncomingCall replacing(FakeIncomingCall before, String offer) throws Exception {
        FakeIncomingCall next = new FakeIncomingCall(offer, "");
        next.callId = "another";
        next.replaces = before;
        onSip(() -> trunk.onInvite(next, System.nanoTime()));
        return next;
    }

    private boolean heard() throws Exception {
        other.receive(new DatagramPacket(new byte[2048], 2048));
        return true;
    }

    @Test
    void shouldGoOnWithWhoTakesThePlace() throws Exception {
        FakeIncomingCall before = answered();
        FakeIncomingCall next = replacing(before, offerOfOther("8"));
        assertThat(next.did).containsExactly("200");
        assertThat(new String(next.answer, StandardCharsets.US_ASCII)).contains("RTP/AVP 8");
        assertThat(before.did).endsWith("BYE");
        onSip(() -> next.listener.onAck(null));
        assertThat(heard()).isTrue();
        assertThat(lanes.activeCalls()).isEqualTo(1);
        assertThat(calls).hasSize(1);
        onSip(() -> next.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(calls.get(0).timeline().entries())
                .anyMatch(line -> line.text().contains("goes on with sip:alice"));
    }

    @Test
    void shouldOfferWhereTheInviteHasNoDescription() throws Exception {
        FakeIncomingCall before = answered();
        FakeIncomingCall next = replacing(before, null);
        assertThat(new String(next.answer, StandardCharsets.US_ASCII)).contains("m=audio");
        byte[] answer = offerOfOther("0").getBytes(StandardCharsets.US_ASCII);
        onSip(() -> next.listener.onAck(answer));
        assertThat(heard()).isTrue();
    }

    @Test
    void shouldStayWithTheOneBeforeWhenTheOfferCannotBeAnswered() throws Exception {
        FakeIncomingCall before = answered();
        assertThat(replacing(before, offerOfOther("18")).did).containsExactly("488 Warning");
        assertThat(replacing(before, "rubbish").did).containsExactly("400");
        assertThat(before.did).doesNotContain("BYE");
        assertThat(receive()).isZero();
    }

    @Test
    void shouldRefuseInThePlaceOfACallThatIsNotOneOfOurs() throws Exception {
        FakeIncomingCall stranger = new FakeIncomingCall(goodOffer(), "");
        assertThat(replacing(stranger, goodOffer()).did).containsExactly("481");
    }
}
