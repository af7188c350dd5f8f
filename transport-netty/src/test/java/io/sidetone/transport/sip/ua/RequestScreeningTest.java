package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.setting.Altered;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestScreeningTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);

    @ParameterizedTest
    @CsvSource({
        "REGISTER, 405", "MESSAGE, 405", "PUBLISH, 405", "REFER, 405", "PRACK, 405", "SUBSCRIBE, 489",
        "NOTIFY, 489", "BYE, 481", "UPDATE, 481", "INFO, 481", "DANCE, 501", "invite, 501"
    })
    void shouldAnswerMethodsThatBeginNoCall(String method, int status) {
        peer.send(peer.next(SipMethod.of(method)).build());

        SipResponse response = peer.expect(status);
        assertThat(response.to().tag()).isNotNull();
        assertThat("INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO, NOTIFY, PRACK, REFER"
                        .equals(response.header("Allow")))
                .isEqualTo(status == 405 || status == 501);
        bench.scheduler.runAll();
        bench.assertEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "INVITE, 481",
        "BYE, 481",
        "INFO, 481",
        "UPDATE, 481",
        "OPTIONS, 481",
        "REFER, 481",
        "NOTIFY, 481",
        "REGISTER, 405",
        "DANCE, 501"
    })
    void shouldAnswer481InsideADialogThatDoesNotExist(String method, int status) {
        peer.toTag = "nobody";
        peer.send(peer.next(SipMethod.of(method)).build());

        peer.expect(status);
        assertThat(bench.calls).isEmpty();
    }

    @Test
    void shouldAnswer481ToAByeWithAWrongTagOfEitherSide() {
        peer.confirmed();
        String right = peer.toTag;
        peer.toTag = "wrong";
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(481);
        peer.toTag = right;
        peer.tag = "wrong";
        peer.send(peer.next(SipMethod.BYE).build());
        peer.expect(481);

        assertThat(bench.count(SipCoreCounter.UNKNOWN_DIALOGS)).isEqualTo(2);
        assertThat(bench.call().state()).isEqualTo(CallState.CONFIRMED);
    }

    @Test
    void shouldDropAcksOfUnknownDialogs() {
        peer.toTag = "nobody";
        for (int i = 0; i < 100; i++) {
            peer.lastInvite = peer.next(SipMethod.INVITE).build();
            peer.ack(null);
        }

        peer.expectSilence();
        assertThat(bench.count(SipCoreCounter.UNMATCHED_ACKS)).isEqualTo(100);
        bench.assertEmpty();
    }

    @Test
    void shouldAnswerOptionsWithWhatItCanDo() {
        peer.send(peer.next(SipMethod.OPTIONS).build());

        SipResponse ok = peer.expect(200);
        assertThat(ok.header("Allow")).contains("INVITE", "UPDATE", "INFO");
        assertThat(ok.header("Accept")).isEqualTo("application/sdp");
        assertThat(ok.header("Supported")).isEqualTo("timer, 100rel, replaces");
        assertThat(ok.to().tag()).isNotNull();
    }

    @Test
    void shouldAnswer503WithRetryAfterWhileNoCallIsWelcome() {
        bench.retryAfterSeconds = 30;
        peer.send(peer.next(SipMethod.OPTIONS).build());
        assertThat(peer.expect(503).header("Retry-After")).isEqualTo("30");
        peer.invite(UaBench.OFFER);
        assertThat(peer.expect(503).header("Retry-After")).isEqualTo("30");

        assertThat(bench.calls).isEmpty();
        assertThat(bench.count(SipCoreCounter.CALLS_REFUSED_BUSY)).isEqualTo(1);
    }

    @Test
    void shouldRefuseExtensionsItDoesNotKnowAndNameThem() {
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Require", "100rel, timer, precondition")
                .build());

        SipResponse refusal = peer.expect(420);
        assertThat(refusal.headerValues("Unsupported")).containsExactly("precondition");
        assertThat(bench.calls).isEmpty();
    }

    @Test
    void shouldIgnoreRequireInCancelAndAck() {
        peer.invite(UaBench.OFFER);
        peer.expect(100);
        bench.receive(
                CallContext.cancelOf(peer.lastInvite, null).toBuilder()
                        .header("Require", "nothing-known")
                        .build(),
                bench.udp);

        peer.expect(200);
        peer.expect(487);
    }

    @Test
    void shouldRefuseSchemesItCannotServeAndTakeTelephoneNumbers() {
        peer.send(peer.next(SipMethod.INVITE)
                .requestUri(SipUri.of("nobodyKnowsThisScheme:totallyopaque"))
                .build());
        peer.expect(416);

        peer.send(peer.next(SipMethod.INVITE)
                .requestUri(SipUri.of("tel:+15550199"))
                .build());
        peer.expect(100);
        assertThat(bench.call().requestUri().user()).isEqualTo("+15550199");
    }

    @Test
    void shouldProcessRequestsWithoutHopsLeftUnlessTheyAreForSomebodyElse() {
        SipUri elsewhere = SipUri.of("sip:x@elsewhere.example");
        peer.send(peer.next(SipMethod.OPTIONS)
                .requestUri(elsewhere)
                .replaceHeader("Max-Forwards", "0")
                .build());
        peer.expect(200);
        peer.send(peer.next(SipMethod.INVITE)
                .requestUri(elsewhere)
                .replaceHeader("Max-Forwards", "0")
                .build());
        peer.expect(483);
        peer.send(peer.next(SipMethod.INVITE).replaceHeader("Max-Forwards", "0").build());
        peer.expect(100);
        assertThat(bench.calls).hasSize(1);
    }

    @Test
    void shouldProcessRequestsWithoutHopsLeftInsideADialog() {
        peer.confirmed();
        peer.send(peer.next(SipMethod.BYE)
                .requestUri(SipUri.of("sip:x@elsewhere.example"))
                .replaceHeader("Max-Forwards", "0")
                .build());
        peer.expect(200);
    }

    @Test
    void shouldRefuseAnInviteWithoutContact() {
        peer.send(peer.next(SipMethod.INVITE).removeHeader("Contact").build());
        peer.expect(400);
        peer.send(peer.next(SipMethod.INVITE)
                .replaceHeader("Contact", "<tel:+15550100>")
                .build());
        peer.expect(400);
    }

    @Test
    void shouldRefuseBodiesItCannotReadAndSayWhatItCan() {
        byte[] body = "x".getBytes(StandardCharsets.UTF_8);
        peer.send(peer.next(SipMethod.INVITE).body("text/plain", body).build());
        assertThat(peer.expect(415).header("Accept")).isEqualTo("application/sdp");
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Content-Encoding", "gzip")
                .build());
        assertThat(peer.expect(415).header("Accept-Encoding")).isEqualTo("identity");
        peer.send(Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Accept", "text/plain, application/vnd.x")
                .build());
        assertThat(peer.expect(406).header("Accept")).isEqualTo("application/sdp");
        assertThat(bench.calls).isEmpty();
    }

    @Test
    void shouldTakeBodiesThatAreOptionalOrAPartOfSeveral() {
        byte[] body = "x".getBytes(StandardCharsets.UTF_8);
        peer.send(peer.next(SipMethod.INVITE)
                .header("Content-Disposition", "render; handling=optional")
                .body("text/plain", body)
                .build());
        peer.expect(100);
        assertThat(bench.calls.get(0).remoteOffer()).isNull();

        String parts = "--b1\r\nContent-Type: application/isup\r\n\r\n\u0001\u0002\r\n--b1\r\n"
                + "Content-Type: application/sdp\r\nContent-Disposition: session\r\n\r\n"
                + new String(UaBench.OFFER, StandardCharsets.UTF_8) + "\r\n--b1--\r\n";
        Peer other = new Peer(bench, bench.udp, "other@x");
        other.send(other.next(SipMethod.INVITE)
                .header("Accept", "application/*;q=0.5, text/plain")
                .body("multipart/mixed; boundary=\"b1\"", parts.getBytes(StandardCharsets.ISO_8859_1))
                .build());
        other.expect(100);
        assertThat(bench.calls.get(1).remoteOffer()).isEqualTo(UaBench.OFFER);
    }

    @Test
    void shouldRefuseMultipartWithoutASessionDescription() {
        String parts = "--b1\r\nContent-Type: application/isup\r\n\r\nx\r\n--b1--\r\n";
        for (String type :
                new String[] {"multipart/mixed;boundary=b1", "multipart/mixed", "multipart/mixed;boundary="}) {
            peer.send(peer.next(SipMethod.INVITE)
                    .body(type, parts.getBytes(StandardCharsets.ISO_8859_1))
                    .build());
            peer.expect(415);
        }
    }

    @Test
    void shouldRequireExtensionsThePolicyAsksFor() {
        UaBench strict = new UaBench(Altered.with(SipUserAgentSettings.DEFAULT, "requiredExtensions", Set.of("timer")));
        Peer caller = new Peer(strict);
        caller.invite(UaBench.OFFER);
        assertThat(caller.expect(421).header("Require")).isEqualTo("timer");
        caller.send(Peer.withSdp(caller.next(SipMethod.INVITE), UaBench.OFFER)
                .header("Supported", "replaces, timer")
                .build());
        caller.expect(100);
    }

    @Test
    void shouldRefuseSessionIntervalsThatAreTooSmall() {
        SipRequest.Builder small =
                Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER).header("Session-Expires", "60");
        peer.send(small.header("Supported", "timer").build());
        assertThat(peer.expect(422).header("Min-SE")).isEqualTo("90");
    }

    @Test
    void shouldAdvertiseTheConfiguredAddress() {
        UaBench behindNat = new UaBench();
        behindNat.udp.presenting("agent.example.com", 5070);
        Peer caller = new Peer(behindNat);
        IncomingCall call = caller.confirmed();
        call.hangUp(null);
        SipRequest bye = caller.expectRequest("BYE");
        assertThat(bye.topVia().host()).isEqualTo("agent.example.com");
        assertThat(bye.topVia().port()).isEqualTo(5070);
    }

    @Test
    void shouldNotStartWithAnAddressThatFitsNoContact() {
        ListeningPoint here = new ListeningPoint(SipTransport.UDP, new InetSocketAddress("127.0.0.1", 5060));
        assertThatThrownBy(() -> here.advertised("two words", 5060))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two words");
    }

    @Test
    void shouldCopyEveryViaInOrderWithReceivedAndRport() {
        SipRequest options = peer.next(SipMethod.OPTIONS)
                .header("Via", "SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bKbehind")
                .build();
        peer.send(options.withTopVia(options.topVia().withReceived(new InetSocketAddress("192.0.2.77", 40_123))));

        SipResponse ok = peer.expect(200);
        assertThat(ok.viaCount()).isEqualTo(2);
        assertThat(ok.topVia().received()).isEqualTo("192.0.2.77");
        assertThat(ok.topVia().rport()).isEqualTo(40_123);
        assertThat(ok.headerValues("Via").get(1)).contains("z9hG4bKbehind");
    }
}
