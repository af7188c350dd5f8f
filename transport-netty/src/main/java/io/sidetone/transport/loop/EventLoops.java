package io.sidetone.transport.loop;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A group of event loops and the channel classes that fit it. The owner closes it; channels given to it die with it.
 * Thread-safe.
 */
public final class EventLoops implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_MS = 5000;

    private final EventLoopGroup group;
    private final int count;
    private final boolean epoll;
    private final Map<ThreadAwareExecutor, CallCountListener> batching;

    private EventLoops(
            IoHandlerFactory handlers,
            boolean epoll,
            int threads,
            String threadName,
            Map<ThreadAwareExecutor, CallCountListener> batching) {
        this.group = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(threadName, true), handlers);
        this.count = threads;
        this.epoll = epoll;
        this.batching = batching;
    }

    /**
     * Epoll loops when the native library loads, else NIO loops. Threads are daemons.
     *
     * @param threads number of loops, at least 1
     * @param threadName prefix of the thread names
     */
    public static EventLoops open(int threads, String threadName) {
        return new EventLoops(handlers(), Epoll.isAvailable(), threads, threadName, Map.of());
    }

    /** The same, watched by {@code watchdog}, whose name they have. */
    public static EventLoops open(int threads, LoopWatchdog watchdog) {
        return new EventLoops(watchdog.around(handlers()), Epoll.isAvailable(), threads, watchdog.name(), Map.of());
    }

    /** The same for many small packets: those of many calls wait for one another ({@link BatchingIoHandler}). */
    public static EventLoops openBatching(int threads, LoopWatchdog watchdog) {
        Map<ThreadAwareExecutor, CallCountListener> loops = new ConcurrentHashMap<>();
        IoHandlerFactory batching = BatchingIoHandler.around(handlers(), watchdog.clock(), loops);
        return new EventLoops(watchdog.around(batching), Epoll.isAvailable(), threads, watchdog.name(), loops);
    }

    private static IoHandlerFactory handlers() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    /** NIO loops on every machine. */
    public static EventLoops nio(int threads, String threadName) {
        return new EventLoops(NioIoHandler.newFactory(), false, threads, threadName, Map.of());
    }

    /** All loops. */
    public EventLoopGroup group() {
        return group;
    }

    /** Returns how many loops there are. */
    public int count() {
        return count;
    }

    /** The next loop, round robin. */
    public EventLoop next() {
        return group.next();
    }

    /** Returns who wants to know how many calls {@code loop} carries. */
    public CallCountListener calls(EventLoop loop) {
        return batching.getOrDefault(loop, CallCountListener.UNCOUNTED);
    }

    /** UDP channel class for these loops. */
    public Class<? extends DatagramChannel> datagramChannel() {
        return epoll ? EpollDatagramChannel.class : NioDatagramChannel.class;
    }

    /** Listening TCP channel class for these loops. */
    public Class<? extends ServerSocketChannel> serverSocketChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    /** TCP channel class for these loops. */
    public Class<? extends SocketChannel> socketChannel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** True for epoll. */
    public boolean isEpoll() {
        return epoll;
    }

    /** {@code epoll} or {@code nio}, for the start-up line. */
    public String transportName() {
        return epoll ? "epoll" : "nio";
    }

    /** Ends the loops and waits for them, at most five seconds. */
    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_TIMEOUT_MS);
    }
}
