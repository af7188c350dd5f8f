package io.sidetone.transport.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Collects a body up to a limit; beyond it the request handler must answer 413 and close. */
final class BodyAggregator extends HttpObjectAggregator {
    private final int maxBytes;

    BodyAggregator(int maxBytes) {
        super(maxBytes, true);
        this.maxBytes = maxBytes;
    }

    /**
     * The body is too large.
     *
     * @param maxBytes the limit
     */
    record Oversized(int maxBytes) {}

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        ctx.fireUserEventTriggered(new Oversized(maxBytes));
    }
}
