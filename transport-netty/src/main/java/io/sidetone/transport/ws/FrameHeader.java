package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;

/**
 * The header of a server's frame (RFC 6455 section 5.2), written in front of its message in the same buffer: a message is one buffer for
 * the socket and passes no encoder. Stateless; allocates nothing for buffers with room.
 */
final class FrameHeader {
    /** Bytes of the longest header: a server masks nothing. */
    static final int LONGEST = 10;

    private static final int FINAL_TEXT = 0x81;
    private static final int FINAL_BINARY = 0x82;
    private static final int SHORT_LENGTH = 126;
    private static final int LONG_LENGTH = 127;
    private static final int MOST_SHORT = 0xFFFF;

    private FrameHeader() {}

    /** Returns {@code empty} with room for a header in front of what is written. */
    static ByteBuf leaveRoom(ByteBuf empty) {
        return empty.setIndex(LONGEST, LONGEST);
    }

    /** Returns what is to be written for {@code message}; a buffer without room for a header is left to the encoder. */
    static Object put(ByteBuf message, boolean binary) {
        int length = message.readableBytes();
        int lengthBytes = length < SHORT_LENGTH ? 0 : length <= MOST_SHORT ? Short.BYTES : Long.BYTES;
        int at = message.readerIndex() - 2 - lengthBytes;
        if (at < 0) {
            return binary ? new BinaryWebSocketFrame(message) : new TextWebSocketFrame(message);
        }
        message.setByte(at, binary ? FINAL_BINARY : FINAL_TEXT);
        if (lengthBytes == 0) {
            message.setByte(at + 1, length);
        } else if (lengthBytes == Short.BYTES) {
            message.setByte(at + 1, SHORT_LENGTH).setShort(at + 2, length);
        } else {
            message.setByte(at + 1, LONG_LENGTH).setLong(at + 2, length);
        }
        return message.readerIndex(at);
    }
}
