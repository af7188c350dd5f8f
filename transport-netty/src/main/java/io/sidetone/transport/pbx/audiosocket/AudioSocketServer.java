package io.sidetone.transport.pbx.audiosocket;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.PortOwner;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.stream.StreamCallHandle;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** The listening side of AudioSocket. Thread-safe. */
public final class AudioSocketServer implements AutoCloseable {
    private static final int BACKLOG = 128;

    /** Small: audio in the kernel's buffer cannot be taken back at a barge-in. */
    private static final int SEND_BUFFER_BYTES = 8_192;

    private final Channel listener;
    private final ChannelGroup connections;

    private AudioSocketServer(Channel listener, ChannelGroup connections) {
        this.listener = listener;
        this.connections = connections;
    }

    /**
     * Binds and serves. Blocks until the socket is bound; not to be called on an event loop.
     *
     * @param clock monotonic, ns
     * @throws BindFailedException with address, port and the process that holds it
     */
    public static AudioSocketServer open(
            EventLoops loops,
            AudioSocketSettings settings,
            StreamCallHandle.Opener calls,
            PbxCounters counters,
            LongSupplier clock)
            throws BindFailedException {
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        AtomicInteger open = new AtomicInteger();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverSocketChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (!settings.admits(channel.remoteAddress().getAddress())) {
                            counters.increment(PbxCounter.ACCESS_REFUSED);
                            channel.close();
                        } else if (open.incrementAndGet() > settings.maxConnections()) {
                            open.decrementAndGet();
                            counters.increment(PbxCounter.CONNECTIONS_REFUSED);
                            channel.close();
                        } else {
                            channel.closeFuture().addListener(closed -> open.decrementAndGet());
                            connections.add(channel);
                            channel.pipeline().addLast(new AudioSocketHandler(calls, settings, counters, clock));
                        }
                    }
                });
        ChannelFuture bound = bootstrap.bind(settings.bind()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw BindFailedException.of("audiosocket", PortOwner.Protocol.TCP, settings.bind(), bound.cause());
        }
        return new AudioSocketServer(bound.channel(), connections);
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
    }
}
