package io.sidetone.transport.rtp.socket;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.sidetone.transport.loop.EventLoops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Binds the sockets of media. Nothing is read from them until their owner says so. Any thread. */
public final class PortBinder {
    private static final int DATAGRAM_BYTES = 2_048;
    private static final int DSCP_EXPEDITED_FORWARDING = 46 << 2;

    /** Datagrams that one system call brings from a shared socket (recvmmsg). */
    private static final int DATAGRAMS_AT_ONCE = 32;

    /** Buffer that a shared socket asks of the kernel for either direction. */
    static final int SHARED_BUFFER_BYTES = 4 << 20;

    private final EventLoops eventLoops;
    private final InetAddress address;
    private final int receiveBufferBytes;
    private final boolean expeditedForwarding;

    /**
     * Creates a binder.
     *
     * @param receiveBufferBytes kernel buffer of a socket of one call
     * @param expeditedForwarding mark packets DSCP EF (RFC 3246) where the system allows
     */
    public PortBinder(EventLoops eventLoops, InetAddress address, int receiveBufferBytes, boolean expeditedForwarding) {
        this.eventLoops = eventLoops;
        this.address = address;
        this.receiveBufferBytes = receiveBufferBytes;
        this.expeditedForwarding = expeditedForwarding;
    }

    /** Binds a socket of one call, at {@code other} where it is not null, else at the usual address. */
    public ChannelFuture bind(EventLoop loop, InetAddress other, int port) {
        return bind(
                other == null ? address : other,
                bootstrap(loop)
                        .option(ChannelOption.SO_RCVBUF, receiveBufferBytes)
                        .option(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new FixedRecvByteBufAllocator(DATAGRAM_BYTES).maxMessagesPerRead(1)),
                port);
    }

    /** Binds a socket of many calls. */
    public ChannelFuture bindShared(EventLoop loop, int port) {
        Bootstrap bootstrap = bootstrap(loop)
                .option(ChannelOption.SO_RCVBUF, SHARED_BUFFER_BYTES)
                .option(ChannelOption.SO_SNDBUF, SHARED_BUFFER_BYTES);
        if (eventLoops.isEpoll()) {
            bootstrap
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, DATAGRAM_BYTES)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(DATAGRAMS_AT_ONCE * DATAGRAM_BYTES));
        } else {
            bootstrap.option(
                    ChannelOption.RECVBUF_ALLOCATOR,
                    new FixedRecvByteBufAllocator(DATAGRAM_BYTES).maxMessagesPerRead(DATAGRAMS_AT_ONCE));
        }
        return bind(address, bootstrap, port);
    }

    /**
     * Says what is wrong when the kernel has given a shared socket less room than it was asked for; null when nothing is.
     *
     * @param socket one of {@link #bindShared}
     */
    public static String shortage(Channel socket) {
        return shortage(
                socket.localAddress(),
                socket.config().getOption(ChannelOption.SO_RCVBUF),
                socket.config().getOption(ChannelOption.SO_SNDBUF));
    }

    static String shortage(SocketAddress socket, int receiveBytes, int sendBytes) {
        if (receiveBytes >= SHARED_BUFFER_BYTES && sendBytes >= SHARED_BUFFER_BYTES) {
            return null;
        }
        return "rtp.shared-port: the kernel gives " + socket + " room for " + receiveBytes + " bytes to receive and "
                + sendBytes + " to send, and " + SHARED_BUFFER_BYTES
                + " are wanted: a pause loses packets of all calls;"
                + " set net.core.rmem_max and net.core.wmem_max to " + SHARED_BUFFER_BYTES;
    }

    private Bootstrap bootstrap(EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(eventLoops.datagramChannel())
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInboundHandlerAdapter());
    }

    private ChannelFuture bind(InetAddress at, Bootstrap bootstrap, int port) {
        ChannelFuture bound = bootstrap.bind(new InetSocketAddress(at, port));
        if (expeditedForwarding) {
            bound.addListener((ChannelFuture future) -> {
                if (future.isSuccess()) {
                    mark(future.channel());
                }
            });
        }
        return bound;
    }

    private static void mark(Channel channel) {
        try {
            channel.config().setOption(ChannelOption.IP_TOS, DSCP_EXPEDITED_FORWARDING);
        } catch (RuntimeException ignored) {
            // Best effort: without the mark packets travel all the same.
        }
    }
}
