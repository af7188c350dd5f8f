package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;

/**
 * Refuses text that is not UTF-8 (1007, RFC 6455 section 8.1). Messages of ASCII, such as media messages, are checked
 * eight bytes at a time, all others byte by byte.
 */
final class Utf8Gate extends Utf8FrameValidator {
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    Utf8Gate() {
        super(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (message instanceof TextWebSocketFrame frame && frame.isFinalFragment() && ascii(frame.content())) {
            ctx.fireChannelRead(message);
        } else {
            super.channelRead(ctx, message);
        }
    }

    static boolean ascii(ByteBuf text) {
        int at = text.readerIndex();
        int end = text.writerIndex();
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            if ((text.getLong(at) & NOT_ASCII) != 0) {
                return false;
            }
        }
        for (; at < end; at++) {
            if (text.getByte(at) < 0) {
                return false;
            }
        }
        return true;
    }
}
