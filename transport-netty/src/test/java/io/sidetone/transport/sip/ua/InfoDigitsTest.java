package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Digits of ours as INFO. */
class InfoDigitsTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private SipRequest expectDigit(char digit) {
        SipRequest info = peer.expectRequest("INFO");
        assertThat(info.contentType()).isEqualTo("application/dtmf-relay");
        assertThat(new String(info.body(), StandardCharsets.US_ASCII))
                .isEqualTo("Signal=" + digit + "\r\nDuration=100\r\n");
        return info;
    }

    @Test
    void shouldSendOneDigitAfterAnotherWithRoomBetween() {
        IncomingCall call = peer.confirmed();
        assertThat(call.sendDigits("1d", 100)).isTrue();
        assertThat(call.sendDigits("#", 100)).isTrue();
        SipRequest first = expectDigit('1');
        bench.scheduler.advanceMillis(300);
        peer.expectSilence();
        peer.answer(first, 200, null);
        bench.scheduler.advanceMillis(139);
        peer.expectSilence();
        bench.scheduler.advanceMillis(1);
        peer.answer(expectDigit('D'), 200, null);
        assertThat(bench.heard().events).containsExactly("ack", "digits 200");
        bench.scheduler.advanceMillis(140);
        peer.answer(expectDigit('#'), 200, null);
        assertThat(bench.heard().events).containsExactly("ack", "digits 200", "digits 200");
        bench.scheduler.runAll();
        peer.expectSilence();
        call.sendDigits("2", 100);
        expectDigit('2');
    }

    @ParameterizedTest
    @ValueSource(ints = {405, 415, 469, 500, 501})
    void shouldGiveTheRestUpWhenThePeerRefuses(int status) {
        IncomingCall call = peer.confirmed();
        call.sendDigits("12", 100);
        call.sendDigits("3", 100);
        peer.answer(expectDigit('1'), status, null);
        assertThat(bench.heard().events).containsExactly("ack", "digits " + status);
        bench.scheduler.advanceMillis(0);
        bench.scheduler.runDue();
        peer.answer(expectDigit('3'), 200, null);
        assertThat(bench.heard().events).containsExactly("ack", "digits " + status, "digits 200");
    }

    @Test
    void shouldHangUpWhenAnInfoIsNeverAnsweredOrUnknown() {
        peer.confirmed().sendDigits("1", 100);
        bench.scheduler.advanceMillis(32_000);
        assertThat(bench.heard().events).containsExactly("ack", "digits 408", "ended PEER_GONE");

        Peer other = new Peer(bench, bench.tcp, "tcp@x");
        other.confirmed().sendDigits("1", 100);
        other.answer(other.expectRequest("INFO"), 481, null);
        assertThat(bench.heard.get(1).events).containsExactly("ack", "digits 481", "ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldBoundWhatWaitsAndForgetItAtTheEnd() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        IncomingCall call = bench.call();
        assertThat(call.sendDigits("1", 100)).as("not answered").isFalse();
        call.answer(UaBench.ANSWER);
        peer.expect(200);
        peer.ack(null);
        for (int i = 0; i < 16; i++) {
            assertThat(call.sendDigits("1", 100)).isTrue();
        }
        assertThat(call.sendDigits("1", 100)).isFalse();
        SipRequest info = expectDigit('1');
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        peer.answer(info, 200, null);
        bench.scheduler.runAll();
        peer.expectSilence();
        assertThat(bench.heard().events).containsExactly("ack", "ended PEER_HUNG_UP");
        bench.assertEmpty();
    }

    @Test
    void shouldKnowWhetherThePeerTakesInfo() {
        assertThat(peer.confirmed().peerAllowsInfo()).isFalse();
        Peer able = new Peer(bench, bench.udp, "able@x");
        able.send(Peer.withSdp(able.next(SipMethod.INVITE).header("Allow", "INVITE, INFO, BYE"), UaBench.OFFER)
                .build());
        assertThat(bench.calls.get(1).peerAllowsInfo()).isTrue();
    }
}
