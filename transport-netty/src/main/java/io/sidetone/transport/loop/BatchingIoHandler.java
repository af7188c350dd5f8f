package io.sidetone.transport.loop;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets packets wait for one another: a loop that has just worked rests for 2 ms before it waits for sockets again, unless a task comes.
 * To wake a thread for each packet costs more than the packet; with hundreds of calls the loop now takes them together. Where few calls
 * are, a packet finds the loop waiting and is taken at once. Network cards do the same and call it interrupt moderation.
 */
final class BatchingIoHandler extends AroundIoHandler {
    /** Packets wait for one another so long. */
    static final long REST_NS = 2_000_000L;

    private final long restNs;
    private final LongSupplier clock;
    private final Pass pass = new Pass();
    private volatile Thread resting;
    private volatile boolean woken;
    private int handled;
    private long workedNs;

    BatchingIoHandler(IoHandler inside, long restNs, LongSupplier clock) {
        super(inside);
        this.restNs = restNs;
        this.clock = clock;
        this.workedNs = clock.getAsLong() - restNs;
    }

    /** Returns handlers that let packets wait, each around one of {@code factory}; {@code clock} is {@link System#nanoTime}, as Netty's. */
    static IoHandlerFactory around(IoHandlerFactory factory, LongSupplier clock) {
        return (ThreadAwareExecutor executor) -> new BatchingIoHandler(factory.newHandler(executor), REST_NS, clock);
    }

    @Override
    public int run(IoHandlerContext context) {
        // Before the look at the tasks: a task that comes after this is seen by that look, or by the rest.
        woken = false;
        boolean more = handled > 0;
        if (!more && context.canBlock()) {
            rest(context);
        }
        pass.loop = context;
        pass.mayBlock = !more;
        handled = inside.run(pass);
        if (handled > 0) {
            workedNs = clock.getAsLong();
        }
        return handled;
    }

    private void rest(IoHandlerContext context) {
        long nowNs = clock.getAsLong();
        long untilNs = workedNs + restNs;
        if (untilNs - nowNs <= 0) {
            return;
        }
        untilNs = nowNs + Math.min(untilNs - nowNs, context.delayNanos(nowNs));
        resting = Thread.currentThread();
        while (!woken && untilNs - nowNs > 0) {
            LockSupport.parkNanos(this, untilNs - nowNs);
            nowNs = clock.getAsLong();
        }
        resting = null;
    }

    @Override
    public void wakeup() {
        woken = true;
        inside.wakeup();
        Thread rester = resting;
        if (rester != null) {
            LockSupport.unpark(rester);
        }
    }

    /** What the loop says, but that the handler is not to wait while the last look at the sockets has found some. */
    private static final class Pass extends Round {
        private boolean mayBlock;

        @Override
        public boolean canBlock() {
            return mayBlock && loop.canBlock();
        }
    }
}
