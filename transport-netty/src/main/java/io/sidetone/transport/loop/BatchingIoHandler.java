package io.sidetone.transport.loop;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets packets of many calls wait for one another: a loop that has worked rests before it waits for sockets again. To wake a thread for
 * each packet costs more than the packet, and finds the thread's caches cold. Network cards do the same and call it interrupt
 * moderation. Where few calls are, a packet finds the loop waiting and is taken at once.
 *
 * <p>A task ends the rest. It runs first, and then the loop looks at its sockets. Lanes hand over what their ticks have made every 5 ms:
 * a loop that carries calls sends it, reads what has come meanwhile, and rests until the next tick. It needs no wake-up of its own.
 */
final class BatchingIoHandler extends DelegatingIoHandler implements CallCountListener {
    /** Packets wait for one another so long where no task comes: longer than a lane takes from tick to tick. */
    static final long REST_NS = 6_000_000L;

    /** So many calls bring a packet in less time than a rest takes. */
    static final int MANY_CALLS = 8;

    private final long restNs;
    private final LongSupplier clock;
    private final Pass pass = new Pass();
    private volatile Thread resting;
    private volatile boolean woken;
    private int handled;
    private int calls;
    private boolean lookDue;
    private long workedNs;

    BatchingIoHandler(IoHandler inside, long restNs, LongSupplier clock) {
        super(inside);
        this.restNs = restNs;
        this.clock = clock;
        this.workedNs = clock.getAsLong() - restNs;
    }

    /**
     * Returns handlers that let packets wait, each around one of {@code factory}.
     *
     * @param clock {@link System#nanoTime}, as Netty's
     * @param loops takes each handler, under its event loop
     */
    static IoHandlerFactory around(
            IoHandlerFactory factory, LongSupplier clock, Map<ThreadAwareExecutor, CallCountListener> loops) {
        return (ThreadAwareExecutor executor) -> {
            BatchingIoHandler handler = new BatchingIoHandler(factory.newHandler(executor), REST_NS, clock);
            loops.put(executor, handler);
            return handler;
        };
    }

    @Override
    public int run(IoHandlerContext context) {
        // Before the look at the tasks: a task that comes after this is seen by that look, or by the rest.
        woken = false;
        boolean look = handled > 0 || lookDue;
        if (!look && calls >= MANY_CALLS && context.canBlock()) {
            rest(context);
            if (woken) {
                lookDue = true;
                return 0;
            }
        }
        pass.loop = context;
        pass.mayBlock = !look;
        handled = inside.run(pass);
        if (handled > 0 || lookDue) {
            workedNs = clock.getAsLong();
        }
        lookDue = false;
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
    public void carried(int present) {
        calls = present;
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

    /** Statements of the loop, but that the handler is not to wait when it is to look at once. */
    private static final class Pass extends Round {
        private boolean mayBlock;

        @Override
        public boolean canBlock() {
            return mayBlock && loop.canBlock();
        }
    }
}
