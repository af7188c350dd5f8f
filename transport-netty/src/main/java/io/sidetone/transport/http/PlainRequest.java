package io.sidetone.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * Looks at the first byte of a connection that must speak TLS. A handshake begins with 22 (RFC 8446 section 5.1), a
 * request with a letter; a plain request is told so, anything else is left to TLS.
 */
final class PlainRequest extends ChannelInboundHandlerAdapter {
    private static final Answer REFUSAL = Problem.of(400, "this port speaks TLS; use https:// or wss://");

    private final HttpCounters counters;
    private boolean refused;

    PlainRequest(HttpCounters counters) {
        this.counters = counters;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (refused || !bytes.isReadable()) {
            ReferenceCountUtil.release(message);
        } else if (isLetter(bytes.getByte(bytes.readerIndex()))) {
            ReferenceCountUtil.release(message);
            refuse(ctx);
        } else {
            ctx.fireChannelRead(message);
            ctx.pipeline().remove(this);
        }
    }

    private static boolean isLetter(byte first) {
        return first >= 'A' && first <= 'Z' || first >= 'a' && first <= 'z';
    }

    private void refuse(ChannelHandlerContext ctx) {
        refused = true;
        counters.answered(REFUSAL.status());
        byte[] head = ("HTTP/1.1 400 Bad Request\r\nContent-Type: " + REFUSAL.contentType() + "\r\nContent-Length: "
                        + REFUSAL.body().length + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ctx.writeAndFlush(Unpooled.wrappedBuffer(head, REFUSAL.body())).addListener(written -> ctx.close());
    }
}
