package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import io.sidetone.transport.sip.source.SourcePolicy.Kind;
import io.sidetone.transport.sip.source.SourcePolicy.Trunk;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamHandlerTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress("203.0.113.5", 5060);
    private static final InetSocketAddress REMOTE = new InetSocketAddress("192.0.2.10", 40123);
    private static final ListeningPoint TCP = new ListeningPoint(SipTransport.TCP, LOCAL);
    private static final long SECOND_NS = 1_000_000_000L;

    private final Heard heard = new Heard();
    private final SingleWriterCounters<SipCounter> counters = new SingleWriterCounters<>(SipCounter.class);
    private final List<String> lines = new ArrayList<>();
    private final SparseLog log = new SparseLog(lines::add, 60 * SECOND_NS);
    private final MessageIntake intake = new MessageIntake(
            heard, counters, log, new SourceRateLimiter(200, 16, 7), new SourceRateLimiter(2_000, 16, 7), 7);
    private final StreamConnections connections =
            new StreamConnections(4, 2, 120 * SECOND_NS, 30 * SECOND_NS, 3600 * SECOND_NS, counters, log, intake);
    private long nowNs;
    private final EmbeddedChannel channel = open(REMOTE);

    private EmbeddedChannel open(InetSocketAddress remote) {
        EmbeddedChannel opened = new EmbeddedChannel();
        StreamFlow flow = new StreamFlow(opened, TCP, LOCAL, remote, new Admission(Kind.LOOPBACK, null), counters);
        StreamHandler handler =
                new StreamHandler(flow, true, connections, intake, counters, SipLimits.stream(), () -> nowNs);
        opened.pipeline().addLast(handler);
        connections.began(handler);
        return opened;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void receive(String text) {
        channel.writeInbound(Unpooled.wrappedBuffer(Wire.bytes(text)));
    }

    private String sent() {
        ByteBuf out = channel.readOutbound();
        while (out != null && !out.isReadable()) {
            out = channel.readOutbound();
        }
        if (out == null) {
            return null;
        }
        String text = out.toString(StandardCharsets.UTF_8);
        out.release();
        return text;
    }

    @Test
    void shouldAnswerOnSameConnectionWhateverViaSays() {
        receive(Wire.request("INVITE", "Via: SIP/2.0/TCP 192.0.2.99:5075;branch=z9hG4bK1"));
        heard.lastFlow().send("answer".getBytes(StandardCharsets.US_ASCII));

        assertThat(sent()).isEqualTo("answer");
        assertThat(heard.lastFlow().remote()).isEqualTo(REMOTE);
        assertThat(heard.messages.get(0).topVia().received()).isEqualTo("192.0.2.10");
    }

    @Test
    void shouldPongWhenPinged() {
        receive("\n\n");

        assertThat(sent()).isEqualTo("\r\n");
        assertThat(counters.value(SipCounter.PONGS_OUT)).isEqualTo(1);
    }

    @Test
    void shouldAnswerAndCloseWhenContentLengthIsMissing() {
        receive(Wire.request("INVITE", "Content-Length:") + Wire.request("BYE"));

        assertThat(sent()).startsWith("SIP/2.0 400 Bad Request: Content-Length is required");
        assertThat(channel.isOpen()).isFalse();
        assertThat(heard.messages).isEmpty();
        assertThat(heard.closed).hasSize(1);
        assertThat(heard.closed.get(0).isOpen()).isFalse();
        assertThat(counters.value(SipCounter.STREAM_CORRUPT)).isEqualTo(1);
        assertThat(counters.value(SipCounter.CONNECTIONS_CLOSED)).isEqualTo(1);
    }

    @Test
    void shouldAnswer413AndCloseWhenMessageIsTooLarge() {
        receive(Wire.request("INVITE", "Content-Length: 100000"));

        assertThat(sent()).startsWith("SIP/2.0 413 ");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldCloseWithoutAnswerWhenPeerSpeaksSomethingElse() {
        receive("GET / HTTP/1.1\nHost: x\n\n");

        assertThat(sent()).isNull();
        assertThat(channel.isOpen()).isFalse();
        assertThat(counters.value(SipCounter.NOT_SIP)).isEqualTo(1);
    }

    @Test
    void shouldStayOpenWhenMalformedMessageIsFramedWell() {
        receive(Wire.request("OPTIONS", "CSeq: 1 INVITE") + Wire.request("OPTIONS"));

        assertThat(sent()).startsWith("SIP/2.0 400 ");
        assertThat(heard.messages).hasSize(1);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void shouldCloseWhenMessageDoesNotComplete() {
        receive("INVITE sip:a@b SIP/2.0\nVia: ");
        nowNs += 20 * SECOND_NS;
        receive("SIP/2.0/TCP");
        connections.sweep(nowNs);
        assertThat(channel.isOpen()).isTrue();

        nowNs += 11 * SECOND_NS;
        connections.sweep(nowNs);

        assertThat(channel.isOpen()).isFalse();
        assertThat(counters.value(SipCounter.STREAM_STALLED)).isEqualTo(1);
    }

    @Test
    void shouldStayOpenWhenIdleBetweenMessages() {
        receive(Wire.request("OPTIONS"));
        nowNs += 3599 * SECOND_NS;
        connections.sweep(nowNs);
        assertThat(channel.isOpen()).isTrue();

        nowNs += 2 * SECOND_NS;
        connections.sweep(nowNs);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void shouldCloseAndCountWhenPeerDoesNotRead() {
        receive(Wire.request("OPTIONS"));
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);

        heard.lastFlow().send(new byte[10]);

        assertThat(counters.value(SipCounter.SEND_DROPPED)).isEqualTo(1);
        assertThat(channel.isOpen()).isFalse();
        heard.lastFlow().send(new byte[10]);
        assertThat(counters.value(SipCounter.SEND_FAILED)).isEqualTo(1);
    }

    @Test
    void shouldKeepFewMessagesWhileConnectionOpens() {
        StreamFlow flow = new StreamFlow(null, TCP, LOCAL, REMOTE, new Admission(Kind.ANYONE, null), counters);
        for (int i = 0; i < 40; i++) {
            flow.send(new byte[] {(byte) ('a' + i % 26)});
        }
        assertThat(counters.value(SipCounter.SEND_DROPPED)).isEqualTo(8);

        assertThat(flow.markClosed()).isTrue();
        assertThat(flow.markClosed()).isFalse();
        assertThat(counters.value(SipCounter.SEND_FAILED)).isEqualTo(32);
    }

    @Test
    void shouldCloseWhenThePeerSendsNoMessageInTwoMinutes() {
        EmbeddedChannel speaking = open(REMOTE);
        speaking.writeInbound(Unpooled.wrappedBuffer(Wire.bytes(Wire.request("OPTIONS"))));
        for (int i = 0; i < 12; i++) {
            receive("\n\n");
            connections.sweep(nowNs);
            assertThat(channel.isOpen()).isTrue();
            nowNs += 10 * SECOND_NS;
        }
        nowNs += SECOND_NS;
        connections.sweep(nowNs);

        assertThat(channel.isOpen()).as("pings are no message").isFalse();
        assertThat(speaking.isOpen()).isTrue();
        assertThat(counters.value(SipCounter.STREAM_STALLED)).isEqualTo(1);
        speaking.finishAndReleaseAll();
    }

    @Test
    void shouldLetInTrunksAndCloseOthersWhenTheyConnect() {
        Trunk trunk = new Trunk("carrier", List.of(Blocks.of("192.0.2.0/24")), false);
        AllowedPeers peers = new AllowedPeers(new SourcePolicy(List.of(trunk), false));

        assertThat(connections.admit(SipTransport.TCP, REMOTE, peers, nowNs).trunkName())
                .isEqualTo("carrier");
        assertThat(counters.value(SipCounter.CONNECTIONS_ACCEPTED)).isEqualTo(1);

        assertThat(connections.admit(SipTransport.TCP, peer(1), peers, nowNs))
                .as("no trunk")
                .isNull();
        assertThat(connections.admit(SipTransport.TCP, null, peers, nowNs))
                .as("gone already")
                .isNull();
        assertThat(counters.value(SipCounter.SOURCE_REFUSED)).isEqualTo(2);
        assertThat(counters.value(SipCounter.CONNECTIONS_ACCEPTED)).isEqualTo(1);
        assertThat(lines).containsExactly("sip: from sources that are not allowed: TCP from " + peer(1));
    }

    @Test
    void shouldRefuseATrunkWhenEveryConnectionCarriesADialog() {
        AllowedPeers peers = new AllowedPeers(
                new SourcePolicy(List.of(new Trunk("carrier", List.of(Blocks.of("192.0.2.0/24")), false)), false));
        for (int i = 1; i <= 3; i++) {
            open(peer(i)).writeInbound(Unpooled.wrappedBuffer(Wire.bytes(Wire.request("INVITE"))));
            heard.lastFlow().dialogBegan();
        }
        receive(Wire.request("INVITE"));
        heard.lastFlow().dialogBegan();

        assertThat(connections.admit(SipTransport.TCP, REMOTE, peers, nowNs)).isNull();
        assertThat(counters.value(SipCounter.CONNECTIONS_REFUSED)).isEqualTo(1);
        assertThat(counters.value(SipCounter.CONNECTIONS_ACCEPTED)).isZero();
    }

    private static InetSocketAddress peer(int number) {
        return new InetSocketAddress("198.51.100." + number, 5_060);
    }

    private boolean room(InetSocketAddress source) {
        return connections.makeRoom(source.getAddress(), nowNs);
    }

    @Test
    void shouldCloseTheLongestIdleConnectionOfASourceThatHasItsShare() {
        nowNs += SECOND_NS;
        EmbeddedChannel second = open(REMOTE);
        EmbeddedChannel other = open(peer(1));
        nowNs += SECOND_NS;
        receive(Wire.request("OPTIONS"));

        assertThat(room(peer(1))).as("another source").isTrue();
        assertThat(second.isOpen()).isTrue();
        assertThat(room(REMOTE)).isTrue();

        assertThat(second.isOpen()).as("it said nothing for longest").isFalse();
        assertThat(channel.isOpen() && other.isOpen()).isTrue();
        assertThat(counters.value(SipCounter.CONNECTIONS_DISPLACED)).isEqualTo(1);
        assertThat(counters.value(SipCounter.CONNECTIONS_CLOSED)).isEqualTo(1);
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void shouldCloseTheLongestIdleConnectionWhenAllPlacesAreTaken() {
        List<EmbeddedChannel> others = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            nowNs += SECOND_NS;
            others.add(open(peer(i)));
        }
        assertThat(room(peer(9))).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(others).allMatch(EmbeddedChannel::isOpen);
    }

    @Test
    void shouldKeepConnectionsThatCarryADialogAndRefuseTheNewOne() {
        List<SipFlow> flows = new ArrayList<>();
        List<EmbeddedChannel> all = new ArrayList<>(List.of(channel));
        for (int i = 1; i <= 3; i++) {
            all.add(open(peer(i)));
        }
        for (EmbeddedChannel each : all) {
            each.writeInbound(Unpooled.wrappedBuffer(Wire.bytes(Wire.request("INVITE"))));
            flows.add(heard.lastFlow());
            heard.lastFlow().dialogBegan();
        }
        assertThat(room(peer(9))).isFalse();
        assertThat(all).allMatch(EmbeddedChannel::isOpen);

        flows.get(2).dialogEnded();
        assertThat(room(peer(9))).isTrue();
        assertThat(all.get(2).isOpen()).isFalse();
        assertThat(connections.size()).isEqualTo(3);
    }
}
