package io.sidetone.transport.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.ws.WsUpgrade;

/** The order of the handlers of a connection. */
final class HttpPipeline {
    /** The handlers that an upgraded connection does not need. */
    static final String[] HANDLERS = {"deadline", "body", "one-by-one", "requests"};

    private static final int MAX_CHUNK_BYTES = 8_192;

    private HttpPipeline() {}

    /** Fills the pipeline of a channel that does not read by itself. */
    static void assemble(
            ChannelPipeline pipeline,
            HttpServerSettings settings,
            Router router,
            WsUpgrade upgrade,
            HttpCounters counters,
            Connections connections,
            Connections.Place place) {
        // The first handler: it also sees bytes that never become a request.
        RequestDeadline deadline = new RequestDeadline(settings.idleTimeout().toNanos(), counters, connections);
        pipeline.addLast("deadline", deadline);
        pipeline.addLast(
                "codec",
                new HttpServerCodec(new HttpDecoderConfig()
                        .setMaxInitialLineLength(HttpServerSettings.MAX_LINE_BYTES)
                        .setMaxHeaderSize(HttpServerSettings.MAX_HEADER_BYTES)
                        .setMaxChunkSize(MAX_CHUNK_BYTES)
                        .setAllowDuplicateContentLengths(false)
                        .setStrictLineParsing(true)
                        .setValidateHeaders(true)));
        pipeline.addLast("body", new BodyAggregator(settings.maxBodyBytes()));
        // One request at a time: pipelined requests wait here until the one before them was answered.
        pipeline.addLast("one-by-one", new FlowControlHandler());
        pipeline.addLast(
                "requests", new RequestHandler(settings, router, upgrade, counters, deadline, connections, place));
    }
}
