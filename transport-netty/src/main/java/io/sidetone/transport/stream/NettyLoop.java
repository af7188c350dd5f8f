package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The event loop of a real connection. */
public final class NettyLoop implements SessionLoop {
    private final EventLoop loop;

    /** Creates the loop of a session whose connection lives on {@code loop}. */
    public NettyLoop(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException stopping) {
            // The server stops: no listener is left.
        }
    }

    @Override
    public Runnable after(long delayMs, Runnable task) {
        Future<?> timer = loop.schedule(task, delayMs, TimeUnit.MILLISECONDS);
        return () -> timer.cancel(false);
    }
}
