package io.sidetone.speech.loopback;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sidetone.speech.embedded.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Listens on 127.0.0.1, on a port of the system's choice. Paths are matched exactly, without the query. */
public final class LoopbackServer implements AutoCloseable {
    private static final int MAX_BODY_BYTES = 32 << 20;

    private final EventLoopGroup loops;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicInteger accepted = new AtomicInteger();

    /** Ports of this server's own connections to itself. */
    private final Set<Integer> uncounted = ConcurrentHashMap.newKeySet();

    private final Map<String, Function<Seen, SocketScript>> sockets = new ConcurrentHashMap<>();
    private final Map<String, HttpScript> pages = new ConcurrentHashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final Channel listener;
    private final boolean secure;
    private volatile Watch watch = Watch.NONE;

    private LoopbackServer(SslContext tls, EventLoopGroup loops) {
        this.secure = tls != null;
        this.loops = loops;
        this.listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (uncounted.remove(((InetSocketAddress) channel.remoteAddress()).getPort())) {
                            channel.close();
                            return;
                        }
                        connections.add(channel);
                        accepted.incrementAndGet();
                        watch.opened(channel.id(), System.nanoTime());
                        channel.closeFuture().addListener(closed -> watch.gone(channel.id(), System.nanoTime()));
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                        }
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(MAX_BODY_BYTES),
                                        new LoopbackRequests(LoopbackServer.this));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    /** One whose timers keep {@link TestTime}. */
    public static LoopbackServer open() {
        return new LoopbackServer(null, steady());
    }

    /** One whose timers keep the machine's time, for those who measure. */
    public static LoopbackServer realTime() {
        return new LoopbackServer(
                null,
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory("loopback", true), NioIoHandler.newFactory()));
    }

    private static EventLoopGroup steady() {
        return new TestTime().loops("loopback", 1, NioIoHandler.newFactory());
    }

    /** Over TLS, with this certificate and key (PEM). */
    public static LoopbackServer open(Path certificate, Path key) throws java.io.IOException {
        return new LoopbackServer(
                SslContextBuilder.forServer(certificate.toFile(), key.toFile()).build(), steady());
    }

    /** What is done at {@code path} with a WebSocket connection; the function may throw {@link Refusal}. */
    public LoopbackServer socket(String path, Function<Seen, SocketScript> script) {
        sockets.put(path, script);
        return this;
    }

    /** What is done at {@code path} with an ordinary request. */
    public LoopbackServer page(String path, HttpScript script) {
        pages.put(path, script);
        return this;
    }

    /** Who hears of every message; before the first connection. */
    public LoopbackServer watch(Watch who) {
        watch = who;
        return this;
    }

    Watch watch() {
        return watch;
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    public URI http(String path) {
        return URI.create((secure ? "https" : "http") + "://127.0.0.1:" + port() + path);
    }

    public URI ws(String path) {
        return URI.create((secure ? "wss" : "ws") + "://127.0.0.1:" + port() + path);
    }

    /** The client broke a protocol; a test asserts that {@link #violations} is empty. */
    public void violation(String what) {
        violations.add(what);
    }

    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.size();
    }

    /** Connections since the start. */
    public int accepted() {
        return accepted.get();
    }

    /**
     * Every connection that is open on the client's side breaks without a word; new ones are taken. A client may have one open
     * before it is accepted here: such are accepted in order, so the last in the row shows that all before it are there.
     */
    public void dropAll() {
        try (Socket last = new Socket()) {
            last.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int lastPort = last.getLocalPort();
            uncounted.add(lastPort);
            last.connect(listener.localAddress());
            Eventually.holds("connections in front are accepted", () -> !uncounted.contains(lastPort));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.close();
    }

    Function<Seen, SocketScript> socketAt(String path) {
        return sockets.get(path);
    }

    HttpScript pageAt(String path) {
        return pages.get(path);
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        connections.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 2_000, TimeUnit.MILLISECONDS).awaitUninterruptibly(2_000);
    }
}
