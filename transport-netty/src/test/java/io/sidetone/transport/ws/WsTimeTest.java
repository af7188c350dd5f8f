package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silent peers, on a clock of their own. */
class WsTimeTest {
    private static final WsSettings SETTINGS = new WsSettings(20_000, 60_000, 1 << 20, 16_384, 5_000);

    private final WsCounters counters = new WsCounters();
    private long nowNs = 7_000_000_000L;
    private EchoProtocol protocol;
    private WsProof proof = WsProof.given();
    private EmbeddedChannel channel;

    private void upgrade(int firstMessageMs) {
        protocol = new EchoProtocol(firstMessageMs);
        protocol.proof = proof;
        WsUpgrade upgrade = new WsUpgrade(List.of(new WsRoute("/echo", protocol)), SETTINGS, counters, () -> nowNs);
        channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline().addLast("codec", new HttpServerCodec());
        channel.pipeline().addLast("body", new HttpObjectAggregator(1 << 16));
        channel.pipeline().addLast("requests", new SimpleChannelInboundHandler<FullHttpRequest>() {
            @Override
            protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
                WsHandshake handshake = new WsHandshake(
                        "/echo", request.uri(), Map.of(), Map.of(), request.headers(), null, true, true);
                upgrade.perform(
                        ctx, request, (WsDecision.Accept) upgrade.decide(protocol, handshake), "body", "requests");
            }
        });
        channel.writeInbound(Unpooled.copiedBuffer(RawWs.request("/echo"), StandardCharsets.ISO_8859_1));
        channel.runPendingTasks();
        assertThat(new String(out(), StandardCharsets.ISO_8859_1)).startsWith("HTTP/1.1 101 ");
        assertThat(session().opened).isEqualTo(1);
    }

    @AfterEach
    void end() {
        channel.finishAndReleaseAll();
    }

    private EchoProtocol.Session session() {
        return protocol.sessions.get(0);
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds * 10; i++) {
            nowNs += 100_000_000L;
            channel.advanceTimeBy(100, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
            channel.runPendingTasks();
        }
    }

    private byte[] out() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
            byte[] bytes = new byte[piece.readableBytes()];
            piece.readBytes(bytes);
            piece.release();
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    /** A masked frame with the mask 0. */
    private void in(int opcode, byte[] payload) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeBytes(RawWs.header(0x80 | opcode, payload.length, true))
                .writeInt(0)
                .writeBytes(payload);
        channel.writeInbound(frame);
        channel.runPendingTasks();
    }

    @Test
    void shouldAskASilentPeerWhetherItIsThereAndKeepOneThatAnswers() {
        upgrade(0);
        for (int i = 0; i < 20; i++) {
            pass(19);
            assertThat(out()).isEmpty();
            pass(7);
            assertThat(out()).as("ping %d", i).containsExactly(0x89, 0);
            in(RawWs.PONG, new byte[0]);
        }
        assertThat(channel.isActive()).isTrue();
        assertThat(counters.value(WsCounter.SILENT)).isZero();
    }

    @Test
    void shouldLeaveAPeerThatIsNotThereAnyMore() {
        upgrade(0);
        pass(59);
        assertThat(out()).as("pings").containsExactly(0x89, 0, 0x89, 0);
        pass(2);
        byte[] goodbye = out();
        assertThat(new String(goodbye, StandardCharsets.ISO_8859_1)).contains("nothing was heard for 60000 ms");
        assertThat(channel.isActive()).isTrue();
        pass(3);
        assertThat(channel.isActive()).as("nobody says goodbye").isFalse();
        assertThat(session().closedTimes).isEqualTo(1);
        assertThat(counters.value(WsCounter.SILENT)).isEqualTo(1);
        assertThat(counters.connections()).isZero();
    }

    @Test
    void shouldCloseAConnectionThatNeverSpeaksEvenIfItAnswersPings() {
        upgrade(10_000);
        pass(5);
        in(RawWs.PONG, new byte[0]);
        in(RawWs.PING, new byte[] {7});
        assertThat(out()).containsExactly(0x8a, 1, 7);
        pass(8);
        assertThat(new String(out(), StandardCharsets.ISO_8859_1)).contains("nothing was said for 10000 ms");
        pass(3);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.SILENT)).isEqualTo(1);
    }

    @Test
    void shouldCloseAConnectionThatSpeaksButNeverSaysWhatItIsFor() {
        upgrade(10_000);
        session().begun = false;
        for (int i = 0; i < 9; i++) {
            in(RawWs.TEXT, new byte[] {'x'});
            pass(1);
        }
        assertThat(channel.isActive()).isTrue();
        out();
        pass(3);
        assertThat(out()).startsWith(0x88).containsSequence(1008 >> 8, 1008 & 0xff);
        pass(3);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.SILENT)).isEqualTo(1);
    }

    @Test
    void shouldKeepAConnectionThatBeganInTime() {
        upgrade(10_000);
        session().begun = false;
        in(RawWs.TEXT, new byte[] {'x'});
        pass(9);
        session().begun = true;
        pass(9);
        assertThat(channel.isActive()).isTrue();
        assertThat(counters.value(WsCounter.SILENT)).isZero();
    }

    @Test
    void shouldCloseAConnectionThatShowsNoKeyHoweverMuchItSays() {
        proof = WsProof.awaited();
        upgrade(0);
        for (int i = 0; i < 4; i++) {
            pass(1);
            in(RawWs.TEXT, new byte[] {'x'});
        }
        out();
        pass(2);
        assertThat(new String(out(), StandardCharsets.ISO_8859_1)).contains("no key was shown within 5000 ms");
        pass(3);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.UNPROVEN)).isEqualTo(1);
    }

    @Test
    void shouldKeepAConnectionThatShowedItsKeyInTime() {
        proof = WsProof.awaited();
        upgrade(0);
        pass(4);
        proof.show();
        pass(15);
        assertThat(out()).isEmpty();
        assertThat(channel.isActive()).isTrue();
        assertThat(counters.value(WsCounter.UNPROVEN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535})
    void shouldAnswerACloseCodeThatIsNoneWithAProtocolError(int code) {
        upgrade(0);
        in(RawWs.CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
        assertThat(out()).startsWith(0x88).containsSequence(1002 >> 8, 1002 & 0xff);
        pass(3);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.MALFORMED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1002, 1003, 1007, 1011, 3000, 3999, 4000, 4999})
    void shouldReturnACloseCodeThatIsOne(int code) {
        upgrade(0);
        in(RawWs.CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
        assertThat(out()).containsExactly(0x88, 2, code >> 8, code & 0xff);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.MALFORMED)).isZero();
    }

    @Test
    void shouldLeaveAPeerThatGoesOnSpeakingAndReadsNothing() {
        upgrade(0);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        for (int i = 0; i < 59; i++) {
            in(RawWs.BINARY, new byte[] {1});
            pass(1);
        }
        assertThat(new String(out(), StandardCharsets.ISO_8859_1)).doesNotContain("read");
        pass(2);
        assertThat(new String(out(), StandardCharsets.ISO_8859_1)).contains("nothing was read for 60000 ms");
        pass(3);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.SLOW)).isEqualTo(1);
        assertThat(session().closedTimes).isEqualTo(1);
    }

    @Test
    void shouldKeepAPeerThatReadsSlowly() {
        upgrade(0);
        for (int i = 0; i < 8; i++) {
            channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
            in(RawWs.BINARY, new byte[] {1});
            pass(40);
            channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
            pass(1);
        }
        assertThat(channel.isActive()).isTrue();
        assertThat(counters.value(WsCounter.SLOW)).isZero();
    }

    @Test
    void shouldFitTheReasonOfAGoodbyeIntoAControlFrame() {
        for (String reason : new String[] {"\u0436".repeat(100), "x" + "\ud83d\ude00".repeat(60), "x".repeat(124)}) {
            upgrade(0);
            session().out.close(1008, reason);
            byte[] goodbye = out();
            assertThat(goodbye[1])
                    .as("bytes of a control frame, RFC 6455 section 5.5")
                    .isBetween((byte) 100, (byte) 125);
            assertThat(goodbye).hasSize(2 + goodbye[1]);
            String told = new String(goodbye, 4, goodbye.length - 4, StandardCharsets.UTF_8);
            assertThat(reason).startsWith(told);
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void shouldNotCountAByteNowAndThenAsLife() {
        upgrade(0);
        byte[] header = RawWs.header(0x81, 120, true);
        channel.writeInbound(Unpooled.wrappedBuffer(header));
        for (int i = 0; i < 6; i++) {
            pass(9);
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {1}));
        }
        assertThat(channel.isActive()).isTrue();
        pass(10);
        assertThat(channel.isActive()).isFalse();
        assertThat(counters.value(WsCounter.SILENT)).isEqualTo(1);
    }

    @Test
    void shouldTellNothingToASessionThatIsOver() {
        upgrade(0);
        in(RawWs.CLOSE, new byte[] {3, (byte) 0xe8});
        assertThat(out()).containsExactly(0x88, 2, 3, 0xe8);
        assertThat(channel.isActive()).isFalse();
        session().out.text("too late");
        assertThat(session().out.audio(session().out.buffer(8), true)).isFalse();
        session().out.close(1000, "again");
        assertThat(out()).isEmpty();
        assertThat(session().closedTimes).isEqualTo(1);
    }
}
