package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameHeaderTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 65_535, 65_536})
    void shouldWriteWhatTheEncoderWouldWrite(int length) {
        for (boolean binary : new boolean[] {false, true}) {
            ByteBuf message = FrameHeader.leaveRoom(Unpooled.buffer()).writeZero(length);

            ByteBuf framed = (ByteBuf) FrameHeader.put(message, binary);

            EmbeddedChannel encoder = new EmbeddedChannel(new WebSocket13FrameEncoder(false));
            ByteBuf content = Unpooled.buffer().writeZero(length);
            encoder.writeOutbound(binary ? new BinaryWebSocketFrame(content) : new TextWebSocketFrame(content));
            ByteBuf encoded = Unpooled.buffer();
            for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
                encoded.writeBytes(part);
                part.release();
            }
            assertThat(framed).isEqualTo(encoded);
            framed.release();
            encoded.release();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveABufferWithoutRoomToTheEncoder(boolean binary) {
        ByteBuf message = Unpooled.buffer().writeZero(3);

        assertThat(FrameHeader.put(message, binary))
                .isInstanceOf(binary ? BinaryWebSocketFrame.class : TextWebSocketFrame.class);
        message.release();
    }
}
