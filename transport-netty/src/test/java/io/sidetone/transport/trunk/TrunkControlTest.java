package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.rtp.dtmf.DigitSender;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramPacket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfer, hold and digits from the lane to the signalling and back. */
class TrunkControlTest extends TrunkRig {
    private FakeIncomingCall sip;

    private void ask(LaneEventType type, long on, String argument) {
        calls.get(0).publisher().publish(type, Token.NONE, on, 0, argument, System.nanoTime());
    }

    private List<String> notes() {
        return calls.get(0).timeline().entries().stream()
                .filter(entry -> entry.kind().equals("control") || entry.kind().equals("warning"))
                .map(TimelineEntry::text)
                .toList();
    }

    private void untilNoted(String text) throws Exception {
        until(text, () -> notes().contains(text));
    }

    private void given(boolean takesRequests) throws Exception {
        sip = answered();
        sip.takesRequests = takesRequests;
        assertThat(receive()).isZero();
    }

    private void given(String media) throws Exception {
        sip = invite(offer("m=audio " + phone.getLocalPort() + " RTP/AVP " + media + "\r\n", ""));
        sip.takesRequests = true;
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        assertThat(receive()).isZero();
    }

    @Test
    void shouldHandATransferToThePeerAndEndTheCallAfterIt() throws Exception {
        given(true);
        ask(LaneEventType.TRANSFER_REQUEST, 0, "sip:desk@example.com");
        until("the REFER", () -> sip.did.contains("refer sip:desk@example.com"));
        onSip(() -> sip.listener.onTransfer(202, false));
        onSip(() -> sip.listener.onTransfer(200, true));
        untilNoted("transfer to sip:desk@example.com: 200");
        onSip(() -> sip.listener.onTransfer(200, true));
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.TRANSFERRED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.com", "sip:a@b\r\nX-Evil: 1", "desk"})
    void shouldRefuseATargetThatIsNone(String target) throws Exception {
        given(true);
        ask(LaneEventType.TRANSFER_REQUEST, 0, target);
        untilNoted("transfer to " + target + ": 400");
        assertThat(sip.did).noneMatch(did -> did.startsWith("refer"));
    }

    @Test
    void shouldSayThatThePeerCannotBeAskedNow() throws Exception {
        given(false);
        ask(LaneEventType.TRANSFER_REQUEST, 0, "tel:+15550123");
        untilNoted("transfer to tel:+15550123: 491");
        ask(LaneEventType.HOLD_REQUEST, 1, null);
        untilNoted("hold: 491");
        assertThat(calls.get(0).held()).isFalse();
    }

    @Test
    void shouldHoldAndResumeByOffersOfOurOwn() throws Exception {
        given(true);
        ask(LaneEventType.HOLD_REQUEST, 1, null);
        until("the offer", () -> sip.offered != null);
        assertThat(text(sip.offered)).contains("a=sendonly", "RTP/AVP 0 101");
        assertThat(calls.get(0).held()).isFalse();
        onSip(() -> sip.listener.onAnswer(bytes(goodOffer() + "a=recvonly\r\n")));
        until("the hold", () -> calls.get(0).held());
        while (receive() >= 0) {
            assertThat(calls.get(0).held()).isTrue();
        }
        Reply reply = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(goodOffer().replace("- 1 1", "- 1 2")), false, reply));
        assertThat(text(reply.sdp)).as("the peer's wish does not end our hold").contains("a=sendonly");
        Reply asked = new Reply();
        onSip(() -> sip.listener.onOfferRequested(asked));
        assertThat(text(asked.sdp)).contains("a=sendonly");
        sip.offered = null;
        ask(LaneEventType.HOLD_REQUEST, 0, null);
        until("the offer", () -> sip.offered != null);
        assertThat(text(sip.offered)).contains("a=sendrecv");
        onSip(() -> sip.listener.onAnswer(bytes(goodOffer())));
        until("the resume", () -> !calls.get(0).held());
        assertThat(receive()).isZero();
    }

    @Test
    void shouldStayHeldWhileThePeerHoldsToo() throws Exception {
        given(true);
        Reply reply = new Reply();
        onSip(() ->
                sip.listener.onOffer(bytes((goodOffer() + "a=sendonly\r\n").replace("- 1 1", "- 1 2")), false, reply));
        until("the peer's hold", () -> calls.get(0).held());
        ask(LaneEventType.HOLD_REQUEST, 1, null);
        until("the offer", () -> sip.offered != null);
        assertThat(text(sip.offered)).contains("a=inactive");
        onSip(() -> sip.listener.onAnswer(bytes(goodOffer() + "a=inactive\r\n")));
        untilNoted("hold: 200");
        sip.offered = null;
        ask(LaneEventType.HOLD_REQUEST, 0, null);
        until("the offer", () -> sip.offered != null);
        assertThat(text(sip.offered)).contains("a=sendrecv");
        onSip(() -> sip.listener.onAnswer(bytes(goodOffer() + "a=sendonly\r\n")));
        untilNoted("resume: 200");
        assertThat(calls.get(0).held()).isTrue();
        onSip(() -> sip.listener.onOffer(bytes(goodOffer().replace("- 1 1", "- 1 3")), false, new Reply()));
        until("the peer's resume", () -> !calls.get(0).held());
    }

    @Test
    void shouldTellThatAHoldFailedAndLeaveTheCallAsItIs() throws Exception {
        given(true);
        ask(LaneEventType.HOLD_REQUEST, 1, null);
        until("the offer", () -> sip.offered != null);
        onSip(() -> sip.listener.onOfferFailed(488));
        untilNoted("hold: 488");
        sip.offered = null;
        ask(LaneEventType.HOLD_REQUEST, 1, null);
        until("the offer", () -> sip.offered != null);
        onSip(() -> sip.listener.onAnswer(bytes("nonsense")));
        until(
                "the second failure",
                () -> notes().stream().filter("hold: 488"::equals).count() == 2);
        onSip(() -> sip.listener.onOfferFailed(491));
        assertThat(calls.get(0).held()).isFalse();
        assertThat(receive()).isZero();
    }

    @Test
    void shouldSendDigitsAsTelephoneEvents() throws Exception {
        given(true);
        ask(LaneEventType.DIGITS_REQUEST, 0, "5");
        int events = 0;
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        while (events < 7) {
            phone.receive(packet);
            if ((packet.getData()[1] & 0x7f) == 101) {
                assertThat(packet.getData()[12]).isEqualTo((byte) 5);
                events++;
            }
        }
        untilNoted("digits 5: " + DigitSender.SENT);
        assertThat(sip.did).noneMatch(did -> did.startsWith("info"));
    }

    @Test
    void shouldSendDigitsByInfoWhenThePeerTakesNoEventsButInfo() throws Exception {
        given("0");
        sip.takesInfo = true;
        ask(LaneEventType.DIGITS_REQUEST, 0, "12");
        until("the INFO", () -> sip.did.contains("info 12 100"));
        onSip(() -> sip.listener.onDigitsSent(200));
        untilNoted("digits 12: 200");
        sip.takesRequests = false;
        ask(LaneEventType.DIGITS_REQUEST, 0, "3");
        untilNoted("digits 3: 503");
        onSip(() -> sip.listener.onDigitsSent(200));
        assertThat(notes()).hasSize(4);
    }

    @Test
    void shouldSendDigitsAsTonesWhenThereIsNoOtherWay() throws Exception {
        given("0");
        ask(LaneEventType.DIGITS_REQUEST, 0, "12");
        untilNoted("digits 12: 200");
        assertThat(sip.did).noneMatch(did -> did.startsWith("info"));
    }

    @Test
    void shouldAnswerWhatIsAskedAfterTheEnd() throws Exception {
        given(true);
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        ask(LaneEventType.TRANSFER_REQUEST, 0, "tel:+15550123");
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(sip.did).noneMatch(did -> did.startsWith("refer"));
    }

    private static String text(byte[] sdp) {
        return new String(sdp, StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String sdp) {
        return sdp.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldSendHeadersOfOurOwnWithTheReferAndTheBye() throws Exception {
        given(true);
        ask(LaneEventType.TRANSFER_REQUEST, ControlRequest.transfer("sip:desk@x", null, Map.of("X-Ticket", "7")));
        until("the REFER", () -> sip.did.contains("refer sip:desk@x X-Ticket: 7"));
        ask(LaneEventType.HANG_UP, ControlRequest.hangUp(Map.of("X-Reason", "done")));
        until("the BYE", () -> sip.did.contains("BYE X-Reason: done"));
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.OPERATOR);
    }

    private void ask(LaneEventType type, ControlRequest request) {
        calls.get(0).publisher().publish(type, Token.NONE, 0, 0, request, System.nanoTime());
    }
}
