package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** We transfer the peer: REFER and the NOTIFY requests after it. */
class TransferTest {
    private static final SipUri TARGET = SipUri.of("sip:+15550123@trunk.example.com");
    private static final String ACTIVE = "active;expires=60";
    private static final String TERMINATED = "terminated;reason=noresource";

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private SipRequest.Builder notification(String event, String subscription, String type, String body) {
        SipRequest.Builder notify = peer.next(SipMethod.NOTIFY);
        if (event != null) {
            notify.header("Event", event);
        }
        if (subscription != null) {
            notify.header("Subscription-State", subscription);
        }
        return body == null ? notify : notify.body(type, body.getBytes(StandardCharsets.US_ASCII));
    }

    private void notify(int answer, String event, String subscription, String body) {
        peer.send(notification(event, subscription, "message/sipfrag;version=2.0", body)
                .build());
        peer.expect(answer);
    }

    private void notify(String subscription, String body) {
        notify(200, "refer", subscription, body);
    }

    private SipRequest referred() {
        assertThat(peer.confirmed().transfer(TARGET)).isTrue();
        return peer.expectRequest("REFER");
    }

    @Test
    void shouldReferAndFollowTheNotificationsToTheEnd() {
        SipRequest refer = referred();
        assertThat(refer.header("Refer-To")).isEqualTo("<sip:+15550123@trunk.example.com>");
        assertThat(refer.header("Referred-By")).isEqualTo("<sip:+15550199@203.0.113.5>");
        assertThat(refer.contact()).isNotNull();
        assertThat(refer.header("Allow")).contains("NOTIFY", "REFER");
        assertThat(refer.to().tag()).isEqualTo("a1");
        peer.answer(refer, 202, null);
        notify(ACTIVE, "SIP/2.0 100 Trying\r\n");
        notify(ACTIVE, "SIP/2.0 180 Ringing\r\nX: y\r\n");
        notify(TERMINATED, "SIP/2.0 200 OK");
        assertThat(bench.heard().events)
                .containsExactly("ack", "transfer 202", "transfer 100", "transfer 180", "transfer 200 last");
        bench.call().hangUp("transferred");
        peer.answer(peer.expectRequest("BYE"), 200, null);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldReferOnACallOfOurOwn() {
        OutgoingCall call = bench.agent.call(
                OutgoingCallRequest.of(
                        SipUri.of("sip:+15550100@trunk.example"),
                        Written.address("<sip:+15550199@203.0.113.5>"),
                        bench.udp,
                        UaBench.ANSWER),
                new UaBench.Heard());
        SipRequest invite = peer.expectRequest("INVITE");
        assertThat(call.transfer(TARGET)).as("not answered").isFalse();
        peer.answer(invite, 200, UaBench.OFFER);
        peer.expectRequest("ACK");
        assertThat(call.transfer(TARGET)).isTrue();
        assertThat(peer.expectRequest("REFER").header("Referred-By")).isEqualTo("<sip:+15550199@203.0.113.5>");
    }

    @ParameterizedTest
    @ValueSource(ints = {405, 501, 603, 403, 420, 401})
    void shouldTellWhenThePeerRefuses(int status) {
        peer.answer(referred(), status, null);
        assertThat(bench.heard().events).containsExactly("ack", "transfer " + status + " last");
        notify(481, "refer", TERMINATED, "SIP/2.0 200 OK");
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
        assertThat(bench.call().transfer(TARGET)).as("another may be tried").isTrue();
        peer.expectRequest("REFER");
    }

    @ParameterizedTest
    @ValueSource(ints = {486, 404, 503, 603})
    void shouldTellHowTheOtherCallFailed(int status) {
        peer.answer(referred(), 202, null);
        notify(TERMINATED, "SIP/2.0 " + status + " Sorry");
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "transfer " + status + " last");
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldTakeANotificationThatOvertakesThe202() {
        SipRequest refer = referred();
        notify(ACTIVE, "SIP/2.0 100 Trying");
        peer.answer(refer, 202, null);
        notify(TERMINATED, "SIP/2.0 200 OK");
        assertThat(bench.heard().events).containsExactly("ack", "transfer 100", "transfer 202", "transfer 200 last");
    }

    @Test
    void shouldTakeAnOutcomeThatOvertakesThe202() {
        SipRequest refer = referred();
        notify(TERMINATED, "SIP/2.0 200 OK");
        peer.answer(refer, 202, null);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 200 last");
        bench.scheduler.advanceMillis(200_000);
        assertThat(bench.heard().events).hasSize(2);
    }

    @Test
    void shouldGiveUpThirtySecondsAfterThe202WithoutANotification() {
        peer.answer(referred(), 202, null);
        bench.scheduler.advanceMillis(29_999);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202");
        bench.scheduler.advanceMillis(1);
        assertThat(bench.heard().events).endsWith("transfer 408 last");
        notify(481, "refer", TERMINATED, "SIP/2.0 200 OK");
        assertThat(bench.call().transfer(TARGET)).isTrue();
    }

    @Test
    void shouldLetTheOtherTelephoneRingForTwoMinutes() {
        peer.answer(referred(), 202, null);
        notify(ACTIVE, "SIP/2.0 180 Ringing");
        bench.scheduler.advanceMillis(119_999);
        assertThat(bench.heard().events).doesNotContain("transfer 408 last");
        bench.scheduler.advanceMillis(1);
        assertThat(bench.heard().events).endsWith("transfer 408 last");
    }

    @Test
    void shouldWaitAShortTimeWhenTheSubscriptionEndsWithoutAnOutcome() {
        peer.answer(referred(), 202, null);
        notify(TERMINATED, "SIP/2.0 100 Trying");
        notify(481, "refer", TERMINATED, "SIP/2.0 200 OK");
        bench.scheduler.advanceMillis(30_000);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "transfer 100", "transfer 408 last");
    }

    @Test
    void shouldAnswerWhatComesAfterTheOutcomeUntilTheSubscriptionEnds() {
        peer.answer(referred(), 202, null);
        notify(ACTIVE, "SIP/2.0 200 OK");
        notify(TERMINATED, null);
        notify(481, "refer", TERMINATED, null);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "transfer 200 last");
    }

    @ParameterizedTest
    @CsvSource({
        "presence, active, message/sipfrag, SIP/2.0 200 OK, 489",
        ", active, message/sipfrag, SIP/2.0 200 OK, 489",
        "refer;id=0, active, message/sipfrag, SIP/2.0 200 OK, 481",
        "refer, , message/sipfrag, SIP/2.0 200 OK, 400",
        "refer, active, text/plain, SIP/2.0 200 OK, 415"
    })
    void shouldRefuseANotificationThatIsNoneOfOurs(
            String event, String subscription, String type, String body, int status) {
        SipRequest refer = referred();
        peer.answer(refer, 202, null);
        peer.send(notification(event, subscription, type, body).build());
        peer.expect(status);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202");
        notify(200, "Refer ; ID=" + refer.cseq().number(), "Terminated", "SIP/2.0 200 OK");
        assertThat(bench.heard().events).endsWith("transfer 200 last");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SIP/2.0",
                "SIP/2.0 2000 OK",
                "SIP/2.0 abc",
                "SIP/2.0 099 x",
                "SIP/2.0 700 x",
                "HTTP/1.1 200 OK"
            })
    void shouldTakeAnUnreadableFragmentForProgress(String body) {
        peer.answer(referred(), 202, null);
        notify(ACTIVE, body);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "transfer 100");
    }

    @Test
    void shouldRepeatTheReferOverUdpAndTheAnswerToARepeatedNotification() {
        SipRequest refer = referred();
        bench.scheduler.advanceMillis(500);
        assertThat(peer.expectRequest("REFER").topVia()).isEqualTo(refer.topVia());
        peer.answer(refer, 202, null);
        SipRequest notify = notification("refer", ACTIVE, "message/sipfrag", "SIP/2.0 100 Trying")
                .build();
        peer.send(notify);
        peer.expect(200);
        peer.send(notify);
        peer.expect(200);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "transfer 100");
    }

    @Test
    void shouldHangUpWhenTheReferIsNeverAnswered() {
        referred();
        bench.scheduler.advanceMillis(32_000);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 408 last", "ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldHangUpWhenThePeerDoesNotKnowTheDialog() {
        peer.answer(referred(), 481, null);
        assertThat(bench.heard().events).containsExactly("ack", "transfer 481 last", "ended PEER_GONE");
        peer.expectRequest("BYE");
    }

    @Test
    void shouldHangUpWhenTheReferCannotBeSent() {
        Peer other = new Peer(bench, bench.tcp, "tcp@x");
        IncomingCall call = other.confirmed();
        bench.refuseToOpen = true;
        bench.tcp.close();
        call.transfer(TARGET);
        bench.scheduler.runDue();
        assertThat(bench.heard().events).containsExactly("ack", "transfer 408 last", "ended PEER_GONE");
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldTransferOnlyACallThatStandsAndOneAtATime() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        assertThat(bench.call().transfer(TARGET)).isFalse();
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        assertThat(bench.call().transfer(TARGET)).isFalse();
        peer.ack(null);
        assertThat(bench.call().transfer(TARGET)).isTrue();
        assertThat(bench.call().transfer(TARGET)).isFalse();
        peer.expectRequest("REFER");
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        assertThat(bench.call().transfer(TARGET)).isFalse();
    }

    @Test
    void shouldForgetATransferWhenTheCallEnds() {
        SipRequest refer = referred();
        peer.answer(refer, 202, null);
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(200);
        notify(481, "refer", TERMINATED, "SIP/2.0 200 OK");
        bench.scheduler.runAll();
        assertThat(bench.heard().events).containsExactly("ack", "transfer 202", "ended PEER_HUNG_UP");
        bench.assertEmpty();
    }
}
