package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.service.Replaces;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that take the place of others (RFC 3891), both ways. */
class ReplacesCallTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);
    private final Peer third = new Peer(bench, bench.udp, "third@" + Peer.HOST);

    private String replaces(String end) {
        return peer.callId + ";to-tag=" + peer.toTag + ";from-tag=" + peer.tag + end;
    }

    private void invite(String... replaces) {
        SipRequest.Builder invite = Peer.withSdp(third.next(SipMethod.INVITE), UaBench.OFFER);
        for (String value : replaces) {
            invite.header("Replaces", value);
        }
        third.send(invite.build());
    }

    @Test
    void shouldSayWhichCallIsToBeReplaced() {
        IncomingCall first = peer.confirmed();
        SipRequest.Builder invite = Peer.withSdp(third.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Require", "replaces")
                .header("Replaces", replaces(";x=y"));
        third.send(invite.build());
        third.expect(100);
        IncomingCall second = bench.calls.get(1);
        assertThat(second.replaces()).isSameAs(first);
        assertThat(first.replaces()).isNull();
        assertThat(second.answer(UaBench.ANSWER)).isTrue();
        assertThat(third.expect(200).header("Supported")).contains("replaces");
        third.ack(null);
        first.hangUp("replaced");
        peer.answer(peer.expectRequest("BYE"), 200, null);
        assertThat(second.state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldTakeItWhenNoNewCallIsWelcome() {
        IncomingCall first = peer.confirmed();
        bench.retryAfterSeconds = 5;
        invite(replaces(""));
        third.expect(100);
        assertThat(bench.calls.get(1).replaces()).isSameAs(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "x;to-tag=1", "x;from-tag=1;to-tag=", "x;to-tag=1;to-tag=2;from-tag=3"})
    void shouldRefuseAMalformedOne(String value) {
        peer.confirmed();
        invite(value);
        third.expect(400);
        assertThat(bench.calls).hasSize(1);
    }

    @Test
    void shouldRefuseTwoOfThem() {
        peer.confirmed();
        invite(replaces(""), replaces(""));
        third.expect(400);
    }

    @Test
    void shouldRefuseWhereThereIsNoSuchCall() {
        peer.confirmed();
        invite("nobody;to-tag=1;from-tag=2");
        third.expect(481);
        invite(peer.callId + ";to-tag=" + peer.tag + ";from-tag=" + peer.toTag);
        third.ackFailure();
        third.expect(481);
    }

    @Test
    void shouldRefuseOneThatIsNotAnsweredYet() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().ringing();
        peer.expect(180);
        assertThat(peer.toTag).as("the early dialog has a name").isNotNull();
        invite(replaces(""));
        third.expect(481);
        third.ackFailure();
        assertThat(bench.calls).as("no call of it").hasSize(1);
        assertThat(bench.call().answer(UaBench.ANSWER)).isTrue();
        peer.expect(200);
        peer.ack(null);
        invite(replaces(""));
        third.expect(100);
        assertThat(bench.calls.get(1).replaces())
                .as("by the same name, when it is answered")
                .isSameAs(bench.calls.get(0));
    }

    @Test
    void shouldRefuseOneThatIsAnsweredWhenOnlyAnEarlyOneIsMeant() {
        peer.confirmed();
        invite(replaces(";early-only"));
        third.expect(486);
    }

    @Test
    void shouldRefuseOneThatIsOver() {
        peer.confirmed().hangUp("over");
        peer.expectRequest("BYE");
        invite(replaces(""));
        third.expect(603);
    }

    @Test
    void shouldRefuseAPeerOfAnotherTrunk() {
        peer.confirmed();
        bench.udp.trunk("other");
        invite(replaces(""));
        third.expect(403);
    }

    @Test
    void shouldReferToTheOtherCallOfOurs() {
        IncomingCall caller = peer.confirmed();
        IncomingCall consulted = third.confirmed();
        assertThat(caller.transferTo(consulted, List.of())).isTrue();
        String target = peer.expectRequest("REFER").header("Refer-To");
        assertThat(target)
                .startsWith("<sip:+15550100@" + Peer.HOST + ":5060?Replaces=")
                .endsWith(">");
        SipUri uri = SipUri.of(target.substring(1, target.length() - 1));
        String value = java.net.URLDecoder.decode(
                uri.headers().substring("Replaces=".length()), java.nio.charset.StandardCharsets.UTF_8);
        // As the consulted party sees its dialog with us.
        assertThat(Replaces.parse(value)).contains(new Replaces(third.callId, third.tag, third.toTag, false));
    }

    @Test
    void shouldNotReferToACallWithoutDialog() {
        IncomingCall caller = peer.confirmed();
        third.invite(UaBench.OFFER);
        third.expect(100);
        assertThat(caller.transferTo(bench.calls.get(1), List.of())).isFalse();
        peer.expectSilence();
    }
}
