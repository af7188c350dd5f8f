package io.sidetone.transport.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.ws.WsUpgrade;
import java.util.Optional;

/**
 * The order of the handlers of a connection.
 *
 * @param tls where the port speaks TLS
 * @param connections the places of the server
 */
record HttpPipeline(
        HttpServerSettings settings,
        Optional<HttpTls> tls,
        Router router,
        WsUpgrade upgrade,
        HttpCounters counters,
        Connections connections) {
    /** The handlers that an upgraded connection does not need. */
    static final String[] HANDLERS = {"deadline", "body", "one-by-one", "requests"};

    private static final int MAX_CHUNK_BYTES = 8_192;

    /** Fills the pipeline of {@code channel}, which does not read by itself. */
    void assemble(Channel channel, Connections.Place place) {
        ChannelPipeline pipeline = channel.pipeline();
        tls.ifPresent(each -> each.assemble(channel));
        // Before the codec: it also sees bytes that never become a request. The time of a TLS handshake counts too.
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
