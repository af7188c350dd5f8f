package io.sidetone.transport.ws;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Reads and forgets what a peer still sends behind a violation: a socket that is closed with unread bytes is reset, and the
 * reset takes the goodbye with it (RFC 9293 section 3.10.7). Event loop only.
 */
final class Drain extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        ReferenceCountUtil.release(bytes);
    }
}
