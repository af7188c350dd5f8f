package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourcePolicy.Trunk;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatagramHandlerTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress("203.0.113.5", 5060);
    private static final InetSocketAddress TRUNK = new InetSocketAddress("192.0.2.10", 5061);
    private static final InetSocketAddress NATTED = new InetSocketAddress("192.0.2.200", 5061);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("198.51.100.1", 5060);
    private static final long SECOND_NS = 1_000_000_000L;

    private final Heard heard = new Heard();
    private final SingleWriterCounters<SipCounter> counters = new SingleWriterCounters<>(SipCounter.class);
    private final List<String> lines = new ArrayList<>();
    private long nowNs = 5;
    private EmbeddedChannel channel = open(false);

    private EmbeddedChannel open(boolean allowAnyone) {
        List<Trunk> trunks = List.of(
                new Trunk("plain", List.of(Blocks.of("192.0.2.0/25")), false),
                new Trunk("behind-nat", List.of(Blocks.of("192.0.2.128/25")), true));
        SparseLog log = new SparseLog(lines::add, 60 * SECOND_NS);
        MessageIntake intake = new MessageIntake(
                heard, counters, log, new SourceRateLimiter(200, 16, 7), new SourceRateLimiter(2_000, 16, 7), 7);
        return new EmbeddedChannel(new DatagramHandler(
                new ListeningPoint(SipTransport.UDP, LOCAL),
                new AllowedPeers(new SourcePolicy(trunks, allowAnyone)),
                intake,
                counters,
                log,
                SipLimits.datagram(),
                () -> nowNs));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void receive(byte[] bytes, InetSocketAddress source) {
        channel.writeInbound(new DatagramPacket(Unpooled.wrappedBuffer(bytes), LOCAL, source));
    }

    private void receive(String text, InetSocketAddress source) {
        receive(Wire.bytes(text), source);
    }

    private DatagramPacket sent() {
        return channel.readOutbound();
    }

    private static String text(DatagramPacket packet) {
        ByteBuf content = packet.content();
        return content.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldMarkViaAndAnswerSourcePortWhenRportIsAsked() {
        receive(Wire.request("INVITE"), TRUNK);

        SipRequest request = (SipRequest) heard.messages.get(0);
        assertThat(request.topVia().rport()).isEqualTo(5061);
        assertThat(request.topVia().received()).isEqualTo("192.0.2.10");
        assertThat(heard.lastFlow().remote()).isEqualTo(TRUNK);
        assertThat(heard.lastFlow().local()).isEqualTo(LOCAL);
        assertThat(heard.lastFlow().trunk()).isEqualTo("plain");
        heard.lastFlow().send(new byte[] {1});
        DatagramPacket answer = sent();
        assertThat(answer.recipient()).isEqualTo(TRUNK);
        answer.release();
    }

    @Test
    void shouldAnswerPortOfSentByWhenRportIsNotAsked() {
        receive(Wire.request("INVITE", "Via: SIP/2.0/UDP gw.example:5075;branch=z9hG4bK1"), TRUNK);
        assertThat(heard.lastFlow().remote()).isEqualTo(new InetSocketAddress("192.0.2.10", 5075));
        assertThat(heard.lastFlow().source()).isEqualTo(TRUNK);
        assertThat(heard.messages.get(0).topVia().received()).isEqualTo("192.0.2.10");
        assertThat(heard.messages.get(0).topVia().hasRport()).isFalse();

        receive(Wire.request("INVITE", "Via: SIP/2.0/UDP 192.0.2.10;branch=z9hG4bK1"), TRUNK);
        assertThat(heard.lastFlow().remote()).isEqualTo(new InetSocketAddress("192.0.2.10", 5060));
        assertThat(heard.messages.get(1).topVia().received()).isNull();
    }

    @Test
    void shouldAnswerSourcePortWhenTrunkIsBehindNat() {
        receive(Wire.request("INVITE", "Via: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1"), NATTED);

        assertThat(heard.lastFlow().remote()).isEqualTo(NATTED);
        assertThat(heard.lastFlow().trunk()).isEqualTo("behind-nat");
    }

    @Test
    void shouldNotBelieveReceivedWhenPeerWroteIt() {
        receive(
                Wire.request("INVITE", "Via: SIP/2.0/UDP 192.0.2.10:5061;branch=z9hG4bK1;received=9.9.9.9;rport=9"),
                TRUNK);

        assertThat(heard.messages.get(0).topVia().received()).isEqualTo("192.0.2.10");
        assertThat(heard.messages.get(0).topVia().rport()).isEqualTo(5061);
    }

    @Test
    void shouldStaySilentWhenSourceIsNotAllowed() {
        receive(Wire.request("OPTIONS"), STRANGER);
        receive(Wire.request("OPTIONS", "Max-Forwards: 999"), STRANGER);

        assertThat(heard.messages).isEmpty();
        assertThat(sent()).isNull();
        assertThat(counters.value(SipCounter.SOURCE_REFUSED)).isEqualTo(2);
        assertThat(lines).hasSize(1);
    }

    @Test
    void shouldLimitInvitesOfStrangersOnlyWhenAnyoneIsAllowed() {
        channel.finishAndReleaseAll();
        channel = open(true);
        for (int i = 0; i < 1000; i++) {
            receive(Wire.request("INVITE"), STRANGER);
            receive(Wire.request("INVITE"), TRUNK);
            receive(Wire.request("INVITE"), new InetSocketAddress("127.0.0.1", 5062));
            receive(Wire.request("BYE"), STRANGER);
        }

        assertThat(counters.value(SipCounter.INVITE_RATE_REFUSED)).isEqualTo(800);
        assertThat(heard.messages).hasSize(200 + 3000);
        nowNs += SECOND_NS;
        receive(Wire.request("INVITE"), STRANGER);
        assertThat(heard.messages).hasSize(3201);
        assertThat(lines).hasSize(1);
    }

    @Test
    void shouldLimitTrunksFarAboveOthersAndThisMachineNever() {
        for (int i = 0; i < 3_000; i++) {
            receive(Wire.request("INVITE"), TRUNK);
            receive(Wire.request("INVITE"), new InetSocketAddress("127.0.0.1", 5062));
        }

        assertThat(counters.value(SipCounter.INVITE_RATE_REFUSED)).isEqualTo(1_000);
        assertThat(heard.messages).hasSize(5_000);
        nowNs += SECOND_NS;
        receive(Wire.request("INVITE"), TRUNK);
        assertThat(heard.messages).hasSize(5_001);
    }

    @Test
    void shouldDropWithoutAnswerWhenItIsNotSip() {
        receive("GET / HTTP/1.1\n\n", TRUNK);
        receive(new byte[] {(byte) 0x80, 0, 1, 2, 3, 4, 5, 6}, TRUNK);

        assertThat(counters.value(SipCounter.NOT_SIP)).isEqualTo(2);
        assertThat(sent()).isNull();
        assertThat(heard.problems).isEmpty();
    }

    @Test
    void shouldCountKeepalivesWhenDatagramsAreBlank() {
        receive("\n\n", TRUNK);
        receive(new byte[] {0, 0, 0, 0}, TRUNK);
        receive(new byte[0], TRUNK);

        assertThat(counters.value(SipCounter.KEEPALIVES_IN)).isEqualTo(3);
    }

    @Test
    void shouldAnswerOnceWhenRequestIsMalformed() {
        receive(Wire.request("OPTIONS", "CSeq: 1 INVITE"), TRUNK);

        DatagramPacket answer = sent();
        assertThat(text(answer)).startsWith("SIP/2.0 400 Bad Request: CSeq method");
        assertThat(answer.recipient()).isEqualTo(TRUNK);
        answer.release();
        assertThat(heard.problems).hasSize(1);
        assertThat(counters.value(SipCounter.PARSE_REFUSED)).isEqualTo(1);
        assertThat(counters.value(SipCounter.STATELESS_ANSWERS_OUT)).isEqualTo(1);
    }

    @Test
    void shouldNeverAnswerWhenResponseOrAckIsMalformed() {
        receive(Wire.request("ACK", "Max-Forwards: 999"), TRUNK);
        receive("SIP/2.0 200 OK\nVia: SIP/2.0/UDP 192.0.2.10\n\n", TRUNK);

        assertThat(heard.problems).hasSize(2);
        assertThat(sent()).isNull();
    }

    @Test
    void shouldAnswer413WhenDatagramIsTooLarge() {
        byte[] big = Arrays.copyOf(Wire.bytes(Wire.request("INVITE")), 40_000);
        receive(big, TRUNK);

        DatagramPacket answer = sent();
        assertThat(text(answer)).startsWith("SIP/2.0 413 ");
        answer.release();
        assertThat(counters.value(SipCounter.OVERSIZE)).isEqualTo(1);
    }

    @Test
    void shouldGoOnWhenListenerFails() {
        SipMessageListener failing = new SipMessageListener() {
            @Override
            public void onMessage(SipMessage message, SipFlow flow, long at) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void onUnparseable(SipParseException problem, SipFlow flow, long at) {
                throw new IllegalStateException("broken too");
            }
        };
        SparseLog log = new SparseLog(lines::add, 60 * SECOND_NS);
        MessageIntake intake = new MessageIntake(
                failing, counters, log, new SourceRateLimiter(200, 16, 7), new SourceRateLimiter(2_000, 16, 7), 7);
        EmbeddedChannel other = new EmbeddedChannel(new DatagramHandler(
                new ListeningPoint(SipTransport.UDP, LOCAL),
                new AllowedPeers(new SourcePolicy(List.of(), true)),
                intake,
                counters,
                log,
                SipLimits.datagram(),
                () -> nowNs));
        other.writeInbound(
                new DatagramPacket(Unpooled.wrappedBuffer(Wire.bytes(Wire.request("BYE"))), LOCAL, STRANGER));
        other.writeInbound(new DatagramPacket(
                Unpooled.wrappedBuffer(Wire.bytes(Wire.request("ACK", "CSeq: x"))), LOCAL, STRANGER));

        assertThat(other.isOpen()).isTrue();
        assertThat(counters.value(SipCounter.LISTENER_FAILED)).isEqualTo(2);
        assertThat(lines.get(0)).contains("broken").contains("DatagramHandlerTest");
        other.finishAndReleaseAll();
    }

    @Test
    void shouldLogAtMostOneLinePerKindWhenFlooded() {
        for (int i = 0; i < 500; i++) {
            receive(Wire.request("OPTIONS", "CSeq: " + i + " INVITE"), TRUNK);
            receive("nonsense\n\n", TRUNK);
            DatagramPacket answer = sent();
            answer.release();
        }
        assertThat(lines).hasSize(2);
        assertThat(counters.value(SipCounter.PARSE_REFUSED)).isEqualTo(500);
    }

    @Test
    void shouldCarryResponsesToListener() {
        receive(
                "SIP/2.0 180 Ringing"
                        + Wire.request("INVITE")
                                .substring(Wire.request("INVITE").indexOf('\n')),
                TRUNK);

        assertThat(((SipResponse) heard.messages.get(0)).statusCode()).isEqualTo(180);
        assertThat(counters.value(SipCounter.RESPONSES_IN)).isEqualTo(1);
    }
}
