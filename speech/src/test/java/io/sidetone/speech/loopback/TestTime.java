package io.sidetone.speech.loopback;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Ticker;
import io.sidetone.speech.net.EngineNet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The time of one test, for the clocks and timers of its engines and services. It runs like the machine's where that is quiet, more
 * slowly where it is busy, and stands still while the process does: a slow machine lets no deadline pass. A test that waits for a
 * deadline moves it on. Thread-safe.
 */
public final class TestTime implements Ticker {
    private static final long STEP_NS = 2_000_000;

    /** Whatever else went by between two steps, the process was not running, or ran more slowly than on a quiet machine. */
    private static final long LONGEST_STEP_NS = 6_000_000;

    /** How often loops look at the time, which may have been moved. */
    private static final long LOOK_NS = 3_000_000;

    private static final AtomicLong RUN_NS = new AtomicLong(System.nanoTime());

    static {
        Thread metronome = new Thread(TestTime::run, "test-time");
        metronome.setDaemon(true);
        metronome.start();
    }

    private final AtomicLong movedNs = new AtomicLong();

    private static void run() {
        long before = System.nanoTime();
        while (true) {
            LockSupport.parkNanos(STEP_NS);
            long now = System.nanoTime();
            RUN_NS.addAndGet(counted(now - before));
            before = now;
        }
    }

    static long counted(long stepNs) {
        return Math.min(LONGEST_STEP_NS, stepNs);
    }

    /** Nanoseconds that the process ran, for whoever has patience: differences alone mean something. */
    public static long runNs() {
        return RUN_NS.get();
    }

    /** Moves on by {@code ms}; timers that are due then run within some milliseconds. */
    public void pass(long ms) {
        movedNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
    }

    /** Returns connections whose timers keep this time. */
    public EngineNet net(int threads) {
        return EngineNet.open(transport -> loops("engine", threads, transport));
    }

    EventLoopGroup loops(String name, int threads, IoHandlerFactory transport) {
        return new Loops(name, threads, transport);
    }

    @Override
    public long initialNanoTime() {
        return 0;
    }

    @Override
    public long nanoTime() {
        return RUN_NS.get() + movedNs.get();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("nothing sleeps in a test");
    }

    private final class Loops extends MultiThreadIoEventLoopGroup {
        Loops(String name, int threads, IoHandlerFactory transport) {
            super(threads, new DefaultThreadFactory(name, true), transport);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory transport, Object... args) {
            return new Loop(this, executor, transport);
        }
    }

    private final class Loop extends SingleThreadIoEventLoop {
        private long looks;

        Loop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory transport) {
            super(parent, executor, transport);
        }

        @Override
        public Ticker ticker() {
            return TestTime.this;
        }

        @Override
        protected long delayNanos(long machineNs) {
            return Math.min(LOOK_NS, super.delayNanos(TestTime.this.nanoTime()));
        }

        /** Another one each time: a transport that has a timer for it must set it anew. */
        @Override
        protected long deadlineNanos() {
            return Math.min(super.deadlineNanos(), TestTime.this.nanoTime() + LOOK_NS) - (++looks & 1);
        }
    }
}
