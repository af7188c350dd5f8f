package io.sidetone.transport.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;

/** Collects a body up to a limit; beyond it the request handler must answer 413 and close, and 400 where the end of a body is not certain. */
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

    /** One coding and no second length: whoever stands before us must see the same end of the body (RFC 9112 6.1, 6.3). */
    @Override
    protected void decode(ChannelHandlerContext ctx, HttpObject part, List<Object> out) throws Exception {
        if (part instanceof HttpRequest request && request.decoderResult().isSuccess()) {
            HttpHeaders headers = request.headers();
            List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
            if (!codings.isEmpty()
                    && (codings.size() > 1
                            || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0))
                            || request.protocolVersion().minorVersion() == 0)) {
                request.setDecoderResult(DecoderResult.failure(
                        new IllegalArgumentException("Transfer-Encoding is " + codings + ", not chunked")));
            }
        }
        super.decode(ctx, part, out);
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        ctx.fireUserEventTriggered(new Oversized(maxBytes));
    }
}
