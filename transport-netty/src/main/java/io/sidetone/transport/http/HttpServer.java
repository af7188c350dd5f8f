package io.sidetone.transport.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sidetone.transport.http.connection.Connections;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.PortOwner;
import io.sidetone.transport.tls.ServerTls;
import io.sidetone.transport.ws.WsUpgrade;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A listening HTTP server. Thread-safe. */
public final class HttpServer implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final Channel listener;
    private final ChannelGroup connections;
    private final Optional<HttpTls> tls;

    private HttpServer(Channel listener, ChannelGroup connections, Optional<HttpTls> tls) {
        this.listener = listener;
        this.connections = connections;
        this.tls = tls;
    }

    /**
     * Binds and serves; connections may be upgraded to the WebSocket protocols of {@code upgrade}. Blocks until the socket is bound;
     * not to be called on an event loop.
     *
     * @param loops must not be those of media: writing an answer may take a millisecond
     * @throws BindFailedException with address, port and the process that holds it
     */
    public static HttpServer open(
            EventLoops loops, HttpServerSettings settings, Router router, WsUpgrade upgrade, HttpCounters counters)
            throws BindFailedException {
        return open(loops, settings, Optional.empty(), router, upgrade, counters);
    }

    /**
     * The same; with {@code certificate} the port speaks TLS and nothing else.
     *
     * @param certificate a reload of it holds for the connections that come afterwards
     */
    public static HttpServer open(
            EventLoops loops,
            HttpServerSettings settings,
            Optional<ServerTls> certificate,
            Router router,
            WsUpgrade upgrade,
            HttpCounters counters)
            throws BindFailedException {
        Optional<HttpTls> tls = certificate.map(each -> new HttpTls(each, counters));
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        Connections places = new Connections(settings.maxConnections(), counters.places());
        HttpPipeline handlers = new HttpPipeline(settings, tls, router, upgrade, counters, places);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverSocketChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(32_768, 65_536))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Connections.Place place = places.admit(channel);
                        if (place == Connections.Place.NONE) {
                            channel.close();
                            return;
                        }
                        connections.add(channel);
                        handlers.assemble(channel, place);
                    }
                });
        ChannelFuture bound = bootstrap.bind(settings.bind()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            tls.ifPresent(HttpTls::close);
            throw BindFailedException.of("http", PortOwner.Protocol.TCP, settings.bind(), bound.cause());
        }
        return new HttpServer(bound.channel(), connections, tls);
    }

    /** Returns the address on which it listens, with the actual port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Stops listening and closes every connection. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        tls.ifPresent(HttpTls::close);
    }
}
