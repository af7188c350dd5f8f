package io.sidetone.transport.sip.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.Damage;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipParser;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipRule;
import io.sidetone.transport.sip.message.Wire;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourcePolicy.Admission;
import io.sidetone.transport.sip.source.SourcePolicy.Kind;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged bytes through the whole way in: nothing escapes, nothing leaks, every answer is well-formed. */
class EndpointFuzzTest {
    private static final InetSocketAddress LOCAL = new InetSocketAddress("203.0.113.5", 5060);
    private static final InetSocketAddress PEER = new InetSocketAddress("198.51.100.1", 5061);
    private static final String[] SEEDS = {
        Wire.invite(),
        Wire.request("OPTIONS"),
        Wire.request("BYE", "Max-Forwards: 999"),
        Wire.request("INVITE", "CSeq: 4 BYE")
    };

    private final Heard heard = new Heard();
    private final SingleWriterCounters<SipCounter> counters = new SingleWriterCounters<>(SipCounter.class);
    private final SparseLog log = new SparseLog(line -> assertThat(line).matches("[ -~]*"), 1);
    private final MessageIntake intake = new MessageIntake(
            heard, counters, log, new SourceRateLimiter(200, 16, 7), new SourceRateLimiter(2_000, 16, 7), 7);
    private long nowNs;

    private static Random random(String test) {
        long seed = Long.getLong("sidetone.seed", 20_261_101L);
        System.out.println(test + " seed " + seed + " (repeat with -Dsidetone.seed=" + seed + ")");
        return new Random(seed);
    }

    @Test
    void shouldSurviveWhenDatagramsAreDamaged() {
        Random random = random("EndpointFuzzTest datagrams");
        EmbeddedChannel channel = new EmbeddedChannel(new DatagramHandler(
                new ListeningPoint(SipTransport.UDP, LOCAL),
                new AllowedPeers(new SourcePolicy(List.of(), true)),
                intake,
                counters,
                log,
                SipLimits.datagram(),
                () -> nowNs));
        for (int round = 0; round < 10_000; round++) {
            nowNs += 10_000_000;
            byte[] bytes = Damage.once(Wire.bytes(SEEDS[round % SEEDS.length]), random);
            channel.writeInbound(new DatagramPacket(Unpooled.wrappedBuffer(bytes), LOCAL, PEER));
            DatagramPacket answer = channel.readOutbound();
            if (answer != null) {
                checkAnswer(answer, bytes.length);
                answer.release();
            }
        }
        assertThat(counters.value(SipCounter.SOCKET_ERRORS)).isZero();
        assertThat(counters.value(SipCounter.STATELESS_ANSWERS_OUT)).isPositive();
        assertThat(counters.value(SipCounter.REQUESTS_IN)).isPositive();
        channel.finishAndReleaseAll();
    }

    /** Readable to the last byte, unless it repeats the very value it complains about. */
    private static void checkAnswer(DatagramPacket answer, int requestLength) {
        byte[] bytes = new byte[answer.content().readableBytes()];
        answer.content().readBytes(bytes);
        assertThat(bytes.length).isLessThan(requestLength + 200);
        try {
            SipResponse response = (SipResponse) SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
            assertThat(response.statusCode()).isBetween(400, 505);
            assertThat(response.topVia().received()).isNotNull();
        } catch (SipParseException repeated) {
            assertThat(repeated.rule())
                    .isNotIn(
                            SipRule.BARE_LINE_BREAK,
                            SipRule.CONTROL_CHARACTER,
                            SipRule.HEADERS_UNTERMINATED,
                            SipRule.START_LINE,
                            SipRule.START_LINE,
                            SipRule.CONTENT_LENGTH);
        }
    }

    @Test
    void shouldSurviveWhenStreamsAreDamaged() {
        Random random = random("EndpointFuzzTest streams");
        StreamConnections connections = new StreamConnections(10, 10, 1, 1, 1, counters, log, intake);
        for (int round = 0; round < 3_000; round++) {
            EmbeddedChannel channel = new EmbeddedChannel();
            StreamFlow flow = new StreamFlow(
                    channel,
                    new ListeningPoint(SipTransport.TCP, LOCAL),
                    LOCAL,
                    PEER,
                    new Admission(Kind.LOOPBACK, null),
                    counters);
            StreamHandler handler =
                    new StreamHandler(flow, true, connections, intake, counters, SipLimits.stream(), () -> nowNs);
            channel.pipeline().addLast(handler);
            connections.began(handler);
            for (int message = 0; message < 3 && channel.isOpen(); message++) {
                byte[] bytes = Damage.once(Wire.bytes(SEEDS[(round + message) % SEEDS.length]), random);
                int cut = random.nextInt(bytes.length);
                channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, cut));
                if (channel.isOpen()) {
                    channel.writeInbound(Unpooled.copiedBuffer(bytes, cut, bytes.length - cut));
                }
            }
            channel.finishAndReleaseAll();
        }
        assertThat(connections.size()).isZero();
        assertThat(counters.value(SipCounter.SOCKET_ERRORS)).isZero();
        assertThat(counters.value(SipCounter.LISTENER_FAILED)).isZero();
        assertThat(counters.value(SipCounter.STREAM_CORRUPT)).isPositive();
        assertThat(counters.value(SipCounter.REQUESTS_IN)).isPositive();
    }
}
