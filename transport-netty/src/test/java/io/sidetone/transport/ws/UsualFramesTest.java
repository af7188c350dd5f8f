package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsualFramesTest {
    private static final int MOST = 700;
    private static final WebSocketDecoderConfig CONFIG = WebSocketDecoderConfig.newBuilder()
            .maxFramePayloadLength(MOST)
            .allowExtensions(false)
            .expectMaskedFrames(true)
            .withUTF8Validator(true)
            .closeOnProtocolViolation(false)
            .build();

    private final List<String> direct = new ArrayList<>();

    /** Writes down what comes behind the decoder, each message by its bytes. */
    private static final class Behind extends ChannelInboundHandlerAdapter {
        private final List<String> heard;

        Behind(List<String> heard) {
            this.heard = heard;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            WebSocketFrame frame = (WebSocketFrame) message;
            String kind = frame.getClass().getSimpleName().replaceAll("WebSocketFrame", "");
            heard.add(shown(frame.isFinalFragment() ? kind : kind + "…", frame.content()));
            ReferenceCountUtil.release(message);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            heard.add(cause.getMessage());
        }
    }

    private static String shown(String kind, ByteBuf content) {
        return kind + " " + content.toString(StandardCharsets.ISO_8859_1);
    }

    private static List<String> heard(boolean usual, byte[] wire, Random cuts) {
        List<String> heard = new ArrayList<>();
        List<ChannelHandler> handlers = new ArrayList<>();
        if (usual) {
            handlers.add(new UsualFrames((content, text) -> heard.add(shown(text ? "Text" : "Binary", content)), MOST));
        }
        handlers.add(new WebSocket13FrameDecoder(CONFIG));
        handlers.add(new Utf8FrameValidator(false));
        handlers.add(new Behind(heard));
        EmbeddedChannel channel = new EmbeddedChannel(handlers.toArray(new ChannelHandler[0]));
        for (int at = 0; at < wire.length; ) {
            int bytes = Math.min(wire.length - at, 1 + cuts.nextInt(cuts.nextBoolean() ? 8 : 900));
            channel.writeInbound(Unpooled.directBuffer().writeBytes(wire, at, bytes));
            at += bytes;
        }
        channel.finishAndReleaseAll();
        return heard;
    }

    private static void frame(ByteBuf to, int first, boolean masked, byte[] payload, Random random) {
        to.writeByte(first);
        int mark = masked ? 0x80 : 0;
        if (payload.length < 126) {
            to.writeByte(mark | payload.length);
        } else {
            to.writeByte(mark | 126).writeShort(payload.length);
        }
        byte[] mask = new byte[4];
        if (masked) {
            random.nextBytes(mask);
            to.writeBytes(mask);
        }
        for (int i = 0; i < payload.length; i++) {
            to.writeByte(payload[i] ^ mask[i & 3]);
        }
    }

    private static byte[] payload(Random random, int most) {
        String letters = random.nextInt(4) == 0 ? "grüße 今日は" : "abc{}\":,0 ";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Mostly whole messages, sometimes fragments with pings between them, control frames, and at the end maybe what is forbidden. */
    private static byte[] wire(Random random) {
        ByteBuf wire = Unpooled.buffer();
        for (int i = random.nextInt(20); i > 0; i--) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    frame(wire, 0x01 + random.nextInt(2), true, payload(random, 20), random);
                    frame(wire, 0x89, true, payload(random, 9), random);
                    frame(wire, 0x80, true, payload(random, 200), random);
                }
                case 1 -> frame(wire, 0x8A, true, payload(random, 9), random);
                case 2 -> frame(wire, 0x82, true, payload(random, 200), random);
                default -> frame(wire, 0x81, true, payload(random, 300), random);
            }
        }
        switch (random.nextInt(11)) {
            case 5 ->
                wire.writeByte(0x81).writeByte(0xFE).writeShort(5).writeInt(0).writeBytes(new byte[5]);
            case 6 ->
                wire.writeByte(0x82).writeByte(0xFF).writeLong(300).writeInt(0).writeBytes(new byte[300]);
            case 7 -> wire.writeByte(0x89).writeByte(0xFE);
            case 8 -> wire.writeByte(0x09).writeByte(0x80).writeInt(0);
            case 9 -> frame(wire, 0x80, true, payload(random, 20), random);
            case 0 -> frame(wire, 0xC1, true, payload(random, 20), random);
            case 1 -> frame(wire, 0x81, false, payload(random, 20), random);
            case 2 -> frame(wire, 0x81, true, new byte[MOST + 1], random);
            case 3 ->
                wire.writeByte(0x81).writeByte(0xFF).writeLong(-5).writeInt(7).writeLong(0);
            case 4 -> {
                frame(wire, 0x01, true, payload(random, 20), random);
                frame(wire, 0x81, true, payload(random, 20), random);
            }
            default -> frame(wire, 0x83, true, payload(random, 20), random);
        }
        byte[] bytes = new byte[wire.readableBytes()];
        wire.readBytes(bytes).release();
        return bytes;
    }

    @Test
    void shouldTellTheSameAsTheDecoderAloneWhateverArrivesInWhateverPieces() {
        for (long seed = 1; seed <= 3_000; seed++) {
            byte[] wire = wire(new Random(seed));

            List<String> alone = heard(false, wire, new Random(seed));

            assertThat(heard(true, wire, new Random(seed))).as("seed %d", seed).isEqualTo(alone);
        }
    }

    @Test
    void shouldGiveWholeMessagesToTheConnectionAndNotToTheDecoderWhenTheyArriveInOnePiece() {
        ByteBuf wire = Unpooled.directBuffer();
        Random random = new Random(1);
        frame(wire, 0x81, true, "{\"event\":\"media\"}".getBytes(StandardCharsets.US_ASCII), random);
        frame(wire, 0x82, true, new byte[] {-1, 2, 3}, random);
        EmbeddedChannel channel = new EmbeddedChannel(
                new UsualFrames((content, text) -> direct.add(shown(text ? "Text" : "Binary", content)), MOST));

        assertThat(channel.writeInbound(wire)).as("whether anything goes on").isFalse();

        assertThat(direct).containsExactly("Text {\"event\":\"media\"}", "Binary \u00FF\u0002\u0003");
        assertThat(wire.refCnt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 31})
    void shouldFindTheOneByteThatIsNotAsciiWhereverItStands(int length) {
        for (int at = 0; at < length; at++) {
            byte[] payload = new byte[length];
            payload[at] = (byte) 0xC3;
            ByteBuf wire = Unpooled.buffer();
            frame(wire, 0x81, true, payload, new Random(at));
            EmbeddedChannel channel =
                    new EmbeddedChannel(new UsualFrames((content, text) -> direct.add("ASCII"), MOST));

            assertThat(channel.writeInbound(wire))
                    .as("byte %d of %d", at, length)
                    .isTrue();
            channel.finishAndReleaseAll();
        }
        assertThat(direct).isEmpty();
    }
}
