package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InDialogTest {
    private static final byte[] HOLD = UaBench.sdp("198.51.100.7", 2, "sendonly");
    private static final byte[] HELD = UaBench.sdp("203.0.113.5", 2, "recvonly");

    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    private SipRequest info(String type, String body) {
        return peer.next(SipMethod.INFO)
                .body(type, body.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Test
    void shouldHangUpTheCallsOfAConnectionThatIsAboutToBeClosed() {
        Peer onTcp = new Peer(bench, bench.tcp, "tcp@" + Peer.HOST);
        peer.confirmed();
        onTcp.confirmed();
        bench.layer.onFlowFailing(bench.tcp, bench.scheduler.nowNs());
        assertThat(bench.calls.get(0).state()).isEqualTo(CallState.CONFIRMED);
        assertThat(UaBench.request(bench.tcp, "BYE").header("Reason")).contains("no SIP");
        assertThat(bench.heard.get(1).events).last().asString().contains("TRANSPORT_FAILED");
    }

    @Test
    void shouldAnswer500ToALowerOrRepeatedSequenceNumber() {
        peer.confirmed();
        peer.cseq = 10;
        peer.send(peer.next(SipMethod.INFO).build());
        peer.expect(200);
        for (long number : new long[] {10, 11}) {
            peer.send(peer.request(SipMethod.BYE, "z9hG4bKlow" + number, number).build());
            SipResponse refusal = peer.expect(500);
            assertThat(Integer.parseInt(refusal.header("Retry-After"))).isBetween(0, 10);
        }

        assertThat(bench.count(SipCoreCounter.OUT_OF_ORDER_REQUESTS)).isEqualTo(2);
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    /** Tags are secret, but what leaked once must not open the call to another peer. */
    @ParameterizedTest
    @CsvSource({"BYE", "INVITE", "UPDATE", "INFO", "REFER", "OPTIONS"})
    void shouldRefuseARequestInADialogFromThePeerOfAnotherTrunk(String method) {
        bench.udp.trunk("a");
        peer.confirmed();
        FakeFlow stranger = new FakeFlow(SipTransport.UDP, "198.51.100.9", 5060);
        stranger.trunk("b");
        bench.receive(peer.next(SipMethod.of(method)).build(), stranger);
        UaBench.response(stranger, 403);
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
        assertThat(bench.heard().events).containsExactly("ack");
        FakeFlow cluster = new FakeFlow(SipTransport.UDP, "198.51.100.9", 5060);
        cluster.trunk("a");
        bench.receive(peer.next(SipMethod.OPTIONS).build(), cluster);
        UaBench.response(cluster, 200);
        bench.agent.trunks((name, source) -> name.equals("a"));
        bench.receive(peer.next(SipMethod.OPTIONS).build(), stranger);
        UaBench.response(stranger, 200);
    }

    @ParameterizedTest
    @CsvSource({
        "application/dtmf-relay, 'Signal=5|Duration=160', digit 5 160",
        "application/dtmf-relay, 'Signal= *|Duration= 80|', digit * 80",
        "application/dtmf-relay, 'signal=11|duration=x', digit # 250",
        "application/dtmf-relay;v=1, 'Signal=d', digit D 250",
        "application/dtmf, 7, digit 7 250",
        "application/dtmf, 10, digit * 250",
        "APPLICATION/DTMF, 'Signal=0|Duration=99999', digit 0 60000"
    })
    void shouldPassDigitsOfInfoUp(String type, String body, String event) {
        peer.confirmed();
        peer.send(info(type, body.replace("|", "\r\n")));

        peer.expect(200);
        assertThat(bench.heard().events).containsExactly("ack", event);
    }

    @ParameterizedTest
    @CsvSource({
        "'05800320', digit 5 100",
        "'0a0a0000 0a8a0640', digit * 250",
        "'0f8a0140 0f8a0140', digit D 40|digit D 40",
        "'010a00a0 018a0320 020a00a0 028a0320', digit 1 20|digit 2 20",
        "'108a0320', ''"
    })
    void shouldPassTheBytesOfATelephoneEventInInfoUp(String bodies, String events) {
        peer.confirmed();
        for (String body : bodies.split(" ")) {
            peer.send(peer.next(SipMethod.INFO)
                    .body("audio/telephone-event", HexFormat.of().parseHex(body))
                    .build());
            peer.expect(200);
        }
        peer.send(info("audio/telephone-event", "Signal=7\r\nDuration=80"));
        List<String> expected = new ArrayList<>(List.of(("ack|" + events + "|digit 7 80").split("\\|")));
        expected.remove("");
        assertThat(bench.heard().events).isEqualTo(expected);
    }

    @Test
    void shouldAnswerOtherInfoAsItsKindAsks() {
        peer.confirmed();
        peer.send(info("application/dtmf-relay", "Signal=16\r\n"));
        peer.expect(200);
        peer.send(peer.next(SipMethod.INFO).build());
        peer.expect(200);
        peer.send(info("application/dtmf-relay", "Signal=Q\r\n"));
        peer.expect(400);
        peer.send(info("application/dtmf", "Duration=5"));
        peer.expect(400);
        peer.send(info("application/media_control+xml", "<x/>"));
        assertThat(peer.expect(415).headerValues("Accept"))
                .containsExactly("application/dtmf-relay", "application/dtmf", "audio/telephone-event");
        peer.send(peer.next(SipMethod.INFO).header("Info-Package", "foo").build());
        assertThat(peer.expect(469).header("Recv-Info")).isEmpty();

        assertThat(bench.heard().events).containsExactly("ack");
    }

    @ParameterizedTest
    @CsvSource({
        "REFER, , 400",
        "NOTIFY, refer, 481",
        "NOTIFY, 'refer;id=7', 481",
        "NOTIFY, message-summary, 489",
        "SUBSCRIBE, presence, 489",
        "PRACK, , 481",
        "MESSAGE, , 405",
        "OPTIONS, , 200"
    })
    void shouldAnswerOtherMethodsInsideTheDialog(String method, String event, int status) {
        peer.confirmed();
        SipRequest.Builder request = peer.next(SipMethod.of(method));
        if (event != null) {
            request.header("Event", event);
        }
        peer.send(request.build());

        peer.expect(status);
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldLetTheApplicationAnswerHoldAndResume() {
        peer.confirmed();
        peer.invite(HOLD);
        SipResponse trying = peer.expect(100);
        assertThat(trying.cseq().number()).isEqualTo(2);
        assertThat(bench.heard().replies.get(0).accept(HELD)).isTrue();
        SipResponse ok = peer.expect(200);
        assertThat(ok.body()).isEqualTo(HELD);
        assertThat(ok.contact()).isNotNull();
        peer.ack(null);

        bench.heard().replyAtOnce = UaBench.ANSWER;
        peer.invite(UaBench.sdp("198.51.100.7", 3, "sendrecv"));
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);
        peer.ack(null);

        bench.scheduler.advanceMillis(100_000);
        peer.expectSilence();
        assertThat(bench.heard().events).containsExactly("ack", "offer", "offer");
    }

    @Test
    void shouldShowARefreshAsUnchangedWhetherTheVersionGrewOrNot() {
        peer.confirmed();
        bench.heard().replyAtOnce = UaBench.ANSWER;
        peer.invite(UaBench.OFFER);
        peer.expect(200);
        peer.ack(null);
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), UaBench.sdp("198.51.100.7", 9, "sendrecv"))
                .build());
        peer.expect(200);
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), UaBench.sdp("198.51.100.8", 9, "sendrecv"))
                .build());
        peer.expect(200);

        assertThat(bench.heard().events).containsExactly("ack", "same offer", "same offer", "offer");
    }

    @Test
    void shouldOfferInThe200ToAReInviteWithoutDescription() {
        peer.confirmed();
        bench.heard().replyAtOnce = HELD;
        peer.invite(null);
        assertThat(peer.expect(200).body()).isEqualTo(HELD);
        peer.ack(HOLD);

        assertThat(bench.heard().events).containsExactly("ack", "offer requested", "answer");
        assertThat(bench.heard().lastSdp).isEqualTo(HOLD);
    }

    @Test
    void shouldKeepTheSessionWhenTheAckHasNoAnswer() {
        peer.confirmed();
        bench.heard().replyAtOnce = HELD;
        peer.invite(null);
        peer.expect(200);
        peer.ack(null);

        assertThat(bench.heard().events).containsExactly("ack", "offer requested", "offer failed 0");
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
        assertThat(bench.call().offer(HOLD)).as("the table is free").isTrue();
    }

    @Test
    void shouldRepeatTheDescriptionInForceByDefault() {
        peer.confirmed();
        bench.call().listener(new SipCallListener() {});
        peer.invite(null);
        assertThat(peer.expect(200).body()).isEqualTo(UaBench.ANSWER);
        peer.ack(null);
        peer.invite(HOLD);
        peer.expect(488);
        peer.ackFailure();

        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldCancelAReInviteAndKeepTheCall() {
        peer.confirmed();
        peer.invite(HOLD);
        peer.expect(100);
        peer.cancel();
        peer.expect(200);
        peer.expect(487);
        peer.ackFailure();

        assertThat(bench.heard().replies.get(0).accept(HELD)).isFalse();
        assertThat(bench.heard().replies.get(0).reject(488, null)).isFalse();
        bench.heard().replyAtOnce = HELD;
        peer.invite(HOLD);
        peer.expect(200);
    }

    @Test
    void shouldRefuseASecondOfferWhileTheFirstIsUnanswered() {
        peer.confirmed();
        peer.invite(HOLD);
        peer.expect(100);
        SipRequest first = peer.lastInvite;
        peer.invite(UaBench.OFFER);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        peer.ackFailure();
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), UaBench.OFFER).build());
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        peer.lastInvite = first;
        bench.heard().replies.get(0).accept(HELD);
        peer.expect(200);
        peer.ack(null);

        assertThat(bench.count(SipCoreCounter.OFFERS_REFUSED_BY_GLARE)).isEqualTo(2);
        bench.scheduler.advanceMillis(60_000);
        peer.expectSilence();
    }

    @Test
    void shouldRefuseASecondUpdateWhileTheFirstIsUnanswered() {
        peer.confirmed();
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), HOLD).build());
        peer.expectSilence();
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), HOLD).build());
        peer.expect(500);
        peer.send(peer.next(SipMethod.UPDATE).build());
        peer.expect(500);
    }

    @Test
    void shouldAnswer491ToAnOfferThatCrossesOurs() {
        IncomingCall call = peer.confirmed();
        assertThat(call.offer(HELD)).isTrue();
        peer.expectRequest("INVITE");
        peer.invite(HOLD);
        peer.expect(491);
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), HOLD).build());
        peer.expect(491);

        assertThat(bench.count(SipCoreCounter.OFFERS_REFUSED_BY_GLARE)).isEqualTo(2);
    }

    @Test
    void shouldAnswer491WhileOurOfferOfThe200AwaitsItsAnswer() {
        peer.invite(null);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        SipRequest first = peer.lastInvite;
        peer.invite(HOLD);
        peer.expect(491);
        peer.lastInvite = first;
        peer.ack(UaBench.OFFER);

        assertThat(bench.heard().events).containsExactly("ack with answer");
    }

    @Test
    void shouldTakeAReInviteDuringTheRepetitionOfThe200() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        bench.heard().replyAtOnce = HELD;
        bench.scheduler.advanceMillis(500);
        peer.expect(200);

        peer.invite(HOLD);
        SipResponse second = peer.expect(200);
        assertThat(second.cseq().number()).isEqualTo(2);
        bench.scheduler.advanceMillis(1_000);
        assertThat(bench.udp.drainSummaries()).as("both 2xx are repeated").hasSize(2);
        peer.ack(null);

        assertThat(bench.heard().events).containsExactly("offer", "ack");
        bench.scheduler.advanceMillis(100_000);
        peer.expectSilence();
    }

    @Test
    void shouldRefuseReInviteAndUpdateBeforeTheAnswer() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.call().ringing();
        peer.expect(180);
        peer.invite(HOLD);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), HOLD).build());
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        peer.send(peer.next(SipMethod.UPDATE).build());
        peer.expect(200);
    }

    @Test
    void shouldRefuseAnOfferTheApplicationForgets() {
        peer.confirmed();
        peer.invite(HOLD);
        peer.expect(100);
        bench.scheduler.advanceMillis(10_000);
        assertThat(peer.expect(500).header("Retry-After")).isNotNull();
        assertThat(bench.heard().replies.get(0).accept(HELD)).isFalse();
    }

    @Test
    void shouldAnswer500ToAnOfferTheApplicationFailsOn() {
        peer.confirmed();
        bench.heard().mistake = new IllegalStateException("bug");
        peer.invite(HOLD);

        peer.expect(500);
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldRefuse487WhatWaitsWhenTheCallEnds() {
        IncomingCall call = peer.confirmed();
        peer.invite(HOLD);
        peer.expect(100);
        call.hangUp(null);
        peer.expect(487);
        peer.expectRequest("BYE");

        assertThat(bench.heard().replies.get(0).accept(HELD)).isFalse();
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @Test
    void shouldRefuse487WhatWaitsWhenThePeerHangsUp() {
        peer.confirmed();
        peer.send(Peer.withSdp(peer.next(SipMethod.UPDATE), HOLD).build());
        peer.send(peer.next(SipMethod.BYE).build());

        assertThat(bench.udp.drainSummaries()).containsExactly("200 BYE", "487 UPDATE");
    }

    @Test
    void shouldEndTheCallWhenAReInviteIsNeverAcknowledged() {
        peer.confirmed();
        bench.heard().replyAtOnce = HELD;
        peer.invite(HOLD);
        bench.scheduler.advanceMillis(32_000);

        assertThat(bench.udp.drainSummaries()).endsWith("BYE");
        assertThat(bench.heard().events).containsExactly("ack", "offer", "ended ACK_TIMEOUT");
    }

    @Test
    void shouldUseTheRouteSetInOrderAndFollowTheContact() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Record-Route", "<sip:198.51.100.1;lr>")
                .header("Record-Route", "<sip:198.51.100.2:5080;lr>")
                .build());
        peer.expect(100);
        IncomingCall call = bench.call();
        call.answer(UaBench.ANSWER);
        peer.expect(200);
        peer.ack(null);
        peer.send(peer.next(SipMethod.UPDATE)
                .replaceHeader("Contact", "<sip:+15550100@192.0.2.44:5099>")
                .build());
        peer.expect(200);

        call.hangUp(null);
        FakeFlow proxy = bench.opened.get(new InetSocketAddress("198.51.100.1", 5060));
        SipRequest bye = UaBench.request(proxy, "BYE");
        assertThat(bye.requestUri()).hasToString("sip:+15550100@192.0.2.44:5099");
        assertThat(bye.routes()).hasToString("[<sip:198.51.100.1;lr>, <sip:198.51.100.2:5080;lr>]");
    }

    @Test
    void shouldObeyAStrictRouter() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Record-Route", "<sip:198.51.100.1>, <sip:198.51.100.2;lr>")
                .build());
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        peer.ack(null);
        bench.call().hangUp(null);

        SipRequest bye = UaBench.request(bench.opened.get(new InetSocketAddress("198.51.100.1", 5060)), "BYE");
        assertThat(bye.requestUri()).hasToString("sip:198.51.100.1");
        assertThat(bye.routes()).hasToString("[<sip:198.51.100.2;lr>, <sip:+15550100@198.51.100.7:5060>]");
    }

    @Test
    void shouldFollowTheSourceOfPeersBehindNatOrWithANameForContact() {
        UaBench nat = new UaBench(SipUserAgentSettings.DEFAULT.withFollowSource(flow -> true));
        Peer natted = new Peer(nat);
        natted.send(Peer.withSdp(natted.next(SipMethod.INVITE), UaBench.OFFER)
                .replaceHeader("Contact", "<sip:x@10.0.0.5:5062>")
                .build());
        natted.expect(100);
        nat.call().answer(UaBench.ANSWER);
        natted.expect(200);
        natted.ack(null);
        nat.call().hangUp(null);
        assertThat(natted.expectRequest("BYE").requestUri()).hasToString("sip:x@10.0.0.5:5062");

        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .replaceHeader("Contact", "<sip:x@pbx.example:5062>")
                .build());
        peer.expect(100);
        bench.call().answer(UaBench.ANSWER);
        peer.expect(200);
        peer.ack(null);
        bench.call().hangUp(null);
        peer.expectRequest("BYE");
    }

    @Test
    void shouldStayOnTheConnectionAndOpenANewOneWhenItClosed() {
        Peer stream = new Peer(bench, bench.tcp, "tcp@x");
        stream.confirmed().hangUp(null);
        stream.expectRequest("BYE");

        Peer second = new Peer(bench, bench.tcp, "tcp@y");
        IncomingCall call = second.confirmed();
        bench.tcp.close();
        call.hangUp(null);
        UaBench.request(bench.opened.get(new InetSocketAddress("198.51.100.7", 5060)), "BYE");
    }
}
