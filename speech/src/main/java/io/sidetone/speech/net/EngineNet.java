package io.sidetone.speech.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/** All connections to services: loops, names, TLS, and idle HTTP connections. Thread-safe. */
public final class EngineNet implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_MS = 5_000;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final EventLoopGroup group;
    private final Class<? extends SocketChannel> channels;
    private final AddressResolverGroup<InetSocketAddress> names;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Map<Optional<Path>, SslContext> tls = new ConcurrentHashMap<>();
    private final IdleConnections idle = new IdleConnections();

    private EngineNet(Function<IoHandlerFactory, EventLoopGroup> loops) {
        boolean epoll = Epoll.isAvailable();
        this.group = loops.apply(epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        this.channels = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
        this.names = new DnsAddressResolverGroup(new DnsNameResolverBuilder()
                .datagramChannelType(epoll ? EpollDatagramChannel.class : NioDatagramChannel.class));
    }

    /** Starts {@code threads} loops as daemon threads. */
    public static EngineNet open(int threads) {
        return open(transport ->
                new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("engine", true), transport));
    }

    /**
     * Starts on loops that the caller creates, with their clock; closing this ends them.
     *
     * @param loops creates them for the transport of this machine
     */
    public static EngineNet open(Function<IoHandlerFactory, EventLoopGroup> loops) {
        return new EngineNet(loops);
    }

    /**
     * Returns the loop for the next session. On an event loop it returns that loop, so that a session behind another
     * session shares its loop and no other loop must wake up; elsewhere any loop.
     */
    public EventLoop next() {
        for (EventExecutor each : group) {
            if (each.inEventLoop()) {
                return (EventLoop) each;
            }
        }
        return group.next();
    }

    /** Connects without blocking; {@code listener} is called on {@code loop}. */
    public void connect(EventLoop loop, SocketRequest request, SocketListener listener) {
        new Connecting(this, loop, request, listener).begin();
    }

    /** Sends without blocking, over an idle or a new connection; {@code listener} is called on {@code loop}. */
    public Exchange send(EventLoop loop, ExchangeRequest request, ExchangeListener listener) {
        Exchange exchange = new Exchange(this, loop, request, listener);
        exchange.begin();
        return exchange;
    }

    /**
     * Opens a connection for a future request, unless one is idle already (VAN-01: no connection is opened during a
     * turn).
     */
    public void warm(EventLoop loop, ExchangeRequest request) {
        if (loop.inEventLoop()) {
            Exchange.warm(this, loop, request);
        } else {
            loop.execute(() -> Exchange.warm(this, loop, request));
        }
    }

    /** Returns the number of open connections, idle ones included. */
    public int openConnections() {
        return open.size();
    }

    /** Returns the number of idle HTTP connections. */
    public int idleConnections() {
        return idle.size();
    }

    IdleConnections idle() {
        return idle;
    }

    /** Prepares a connection; {@code handlers} follow TLS in the pipeline. */
    Bootstrap bootstrap(EventLoop loop, URI uri, Path trust, int connectMs, ChannelHandler... handlers)
            throws SSLException {
        boolean secure = secure(uri);
        SslContext context = secure ? tls(trust) : null;
        String host = uri.getHost();
        int port = port(uri);
        return new Bootstrap()
                .group(loop)
                .channel(channels)
                .resolver(names)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMs)
                .remoteAddress(InetSocketAddress.createUnresolved(host, port))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        if (context != null) {
                            channel.pipeline().addLast("tls", context.newHandler(channel.alloc(), host, port));
                        }
                        channel.pipeline().addLast(handlers);
                    }
                });
    }

    private SslContext tls(Path trust) throws SSLException {
        SslContext known = tls.get(Optional.ofNullable(trust));
        if (known != null) {
            return known;
        }
        SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm("HTTPS");
        if (trust != null) {
            builder.trustManager(trust.toFile());
        }
        SslContext made = builder.build();
        tls.put(Optional.ofNullable(trust), made);
        return made;
    }

    static boolean secure(URI uri) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return scheme.equals("wss") || scheme.equals("https");
    }

    static int port(URI uri) {
        return uri.getPort() > 0 ? uri.getPort() : secure(uri) ? HTTPS_PORT : HTTP_PORT;
    }

    /** Closes every connection and ends the loops. */
    @Override
    public void close() {
        open.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        names.close();
        group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
}
