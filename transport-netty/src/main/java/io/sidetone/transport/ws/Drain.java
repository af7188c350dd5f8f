package io.sidetone.transport.ws;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Reads and drops what a peer sends after a violation. A socket that is closed with unread bytes is reset, and the
 * reset would destroy the close frame on its way (RFC 9293 section 3.10.7). Event loop only.
 */
final class Drain extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        ReferenceCountUtil.release(bytes);
    }
}
