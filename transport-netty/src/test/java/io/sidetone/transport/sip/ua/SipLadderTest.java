package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.transaction.FakeFlow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SipLadderTest {
    private final UaBench bench = new UaBench();
    private final Peer peer = new Peer(bench);
    private final FakeFlow flow = new FakeFlow(SipTransport.TLS, "192.0.2.7", 5061);

    @Test
    void shouldShowTheMessagesOfACallOnceEach() {
        IncomingCall call = peer.confirmed();
        bench.scheduler.advanceMillis(7_000);
        peer.send(peer.next(SipMethod.INFO)
                .body("application/dtmf-relay", "Signal=1".getBytes(StandardCharsets.UTF_8))
                .build());
        peer.send(peer.next(SipMethod.BYE).build());

        List<String> lines = call.ladder().entries().stream()
                .map(entry -> (entry.sent() ? "> " : "< ") + entry.line() + " [" + entry.cseq() + "] " + entry.body())
                .map(String::stripTrailing)
                .toList();
        assertThat(lines)
                .containsExactly(
                        "< INVITE sip:+15550199@203.0.113.5 [1 INVITE] sdp",
                        "> 100 Trying [1 INVITE]",
                        "> 200 OK [1 INVITE] sdp",
                        "< ACK sip:+15550199@203.0.113.5 [1 ACK]",
                        "< INFO sip:+15550199@203.0.113.5 [2 INFO] dtmf-relay",
                        "> 200 OK [2 INFO]",
                        "< BYE sip:+15550199@203.0.113.5 [3 BYE]",
                        "> 200 OK [3 BYE]");
        List<SipLadder.Entry> entries = call.ladder().entries();
        assertThat(entries.get(4).atNs() - entries.get(0).atNs()).isEqualTo(7_000_000_000L);
    }

    @Test
    void shouldHoldNoSecret() {
        SipRequest invite = Peer.withSdp(peer.next(SipMethod.INVITE), UaBench.OFFER)
                .requestUri(SipUri.of("sip:bob:hunter2@203.0.113.5;token=tok1?Replaces=abc"))
                .header("Authorization", "Digest username=\"bob\", response=\"feedface\"")
                .build();
        peer.send(invite);

        List<SipLadder.Entry> entries = bench.call().ladder().entries();
        assertThat(entries)
                .first()
                .extracting(SipLadder.Entry::line)
                .asString()
                .contains("sip:bob@203.0.113.5")
                .doesNotContain("tok1", "Replaces");
        assertThat(entries.get(0).message())
                .startsWith("INVITE sip:bob:xxxxxxx@203.0.113.5")
                .contains("Authorization: Digest xxx", "\r\n\r\nv=0\r\n");
        assertThat(entries.toString()).doesNotContain("hunter2", "feedface");
    }

    @Test
    void shouldKeepTheFirstAndTheLatestMessages() {
        SipLadder ladder = new SipLadder(6);
        for (int i = 1; i <= 20; i++) {
            ladder.add(peer.next(SipMethod.INFO).build(), true, flow, i);
        }

        assertThat(ladder.entries()).extracting(SipLadder.Entry::atNs).containsExactly(1L, 2L, 3L, 18L, 19L, 20L);
        assertThat(ladder.omitted()).isEqualTo(14);
        assertThat(ladder.entries()).isUnmodifiable();
    }

    @Test
    void shouldKeepTheTextsOfTheFirstAndTheLatestMessagesWhenTheyNeedMoreThanTheirRoom() {
        SipLadder ladder = new SipLadder(64);
        for (int i = 0; i < 20; i++) {
            ladder.add(
                    peer.next(SipMethod.INFO)
                            .body("text/plain", "n".repeat(6_000).getBytes(StandardCharsets.UTF_8))
                            .build(),
                    true,
                    flow,
                    i);
        }

        List<String> texts =
                ladder.entries().stream().map(SipLadder.Entry::message).toList();
        assertThat(texts.stream().mapToInt(String::length).sum()).isBetween(56_000, SipLadder.MOST_CHARS);
        assertThat(texts.subList(0, 4)).noneMatch(String::isEmpty);
        assertThat(texts.subList(4, 14)).allMatch(String::isEmpty);
        assertThat(texts.subList(14, 20)).noneMatch(String::isEmpty);
    }

    @Test
    void shouldNotNameACallerWhoWantsToStayUnnamedInAnyLaterMessage() {
        SipLadder ladder = new SipLadder(6);
        String identity = "<sip:+4930123456@example.com>";
        ladder.add(
                peer.next(SipMethod.INFO)
                        .header("P-Asserted-Identity", identity)
                        .build(),
                false,
                flow,
                1);
        ladder.add(peer.next(SipMethod.INVITE).header("Privacy", "header;id").build(), false, flow, 2);
        ladder.add(
                peer.next(SipMethod.INFO)
                        .header("P-Asserted-Identity", identity)
                        .build(),
                false,
                flow,
                3);

        assertThat(ladder.entries().get(0).message()).contains(identity);
        assertThat(ladder.entries().get(2).message())
                .contains("P-Asserted-Identity: xxx")
                .doesNotContain("4930123456");
    }

    @Test
    void shouldNameThePeerWithItsTransportAndTheNameThatItsCertificateProved() {
        SipLadder ladder = new SipLadder(6);
        ladder.add(peer.next(SipMethod.INFO).build(), true, flow, 1);
        ladder.add(peer.next(SipMethod.INFO).build(), false, flow.proving("sbc.example.com"), 2);

        assertThat(ladder.entries())
                .extracting(SipLadder.Entry::peer)
                .containsExactly("tls 192.0.2.7:5061", "tls 192.0.2.7:5061 (sbc.example.com)");
    }

    @Test
    void shouldMakeTelephoneNumbersAndOddSchemesVisible() {
        SipLadder ladder = new SipLadder(6);
        ladder.add(
                peer.next(SipMethod.INFO)
                        .requestUri(SipUri.of("tel:+15550199;phone-context=x"))
                        .build(),
                true,
                flow,
                1);
        ladder.add(
                peer.next(SipMethod.INFO)
                        .requestUri(SipUri.of("sips:203.0.113.5:5061"))
                        .build(),
                true,
                flow,
                2);

        assertThat(ladder.entries())
                .extracting(SipLadder.Entry::line)
                .containsExactly("INFO tel:+15550199", "INFO sips:203.0.113.5:5061");
    }
}
