package io.sidetone.transport.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BatchingIoHandlerTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final Inside inside = new Inside();
    private final Loop loop = new Loop();

    @Test
    void shouldWaitForSocketsAtOnceWhenItHasNotWorked() {
        new BatchingIoHandler(inside, HOUR_NS, System::nanoTime).run(loop);

        assertThat(inside.mayBlock).containsExactly(true);
    }

    @Test
    void shouldLookAgainWithoutWaitWhenTheLastLookFoundPackets() {
        BatchingIoHandler handler = new BatchingIoHandler(inside, HOUR_NS, System::nanoTime);
        inside.packets = 3;

        handler.run(loop);
        inside.packets = 0;
        handler.run(loop);

        assertThat(inside.mayBlock).containsExactly(true, false);
    }

    @Test
    void shouldNotRestWhenItCarriesFewCalls() {
        BatchingIoHandler handler = rested();
        handler.carried(BatchingIoHandler.MANY_CALLS - 1);

        handler.run(loop);

        assertThat(inside.mayBlock).containsExactly(true, false, true);
    }

    @Test
    void shouldRestBeforeItWaitsAgainWhenItHasWorked() {
        BatchingIoHandler handler = new BatchingIoHandler(inside, BatchingIoHandler.REST_NS, System::nanoTime);
        handler.carried(BatchingIoHandler.MANY_CALLS);
        inside.packets = 1;
        handler.run(loop);
        inside.packets = 0;
        long workedNs = inside.lookedNs;
        handler.run(loop);

        handler.run(loop);

        assertThat(inside.lookedNs - workedNs).isGreaterThanOrEqualTo(BatchingIoHandler.REST_NS);
        assertThat(inside.mayBlock).containsExactly(true, false, true);
    }

    @Test
    void shouldNotRestWhenATaskWaits() {
        BatchingIoHandler handler = rested();
        loop.tasks = true;

        handler.run(loop);

        assertThat(inside.mayBlock).endsWith(false);
    }

    @Test
    void shouldRestNoLongerThanUntilTheNextTimer() {
        BatchingIoHandler handler = rested();
        loop.delayNs = 1_000;

        handler.run(loop);

        assertThat(inside.mayBlock).hasSize(3);
    }

    @Test
    void shouldRunTheTaskAndThenLookWhenOneEndsItsRest() throws Exception {
        BatchingIoHandler handler = rested();
        restUntilATaskComes(handler);
        assertThat(inside.mayBlock).as("looks before the task").hasSize(2);

        handler.run(loop);
        assertThat(inside.mayBlock).as("look after the task").containsExactly(true, false, false);

        restUntilATaskComes(handler);
        assertThat(inside.mayBlock).as("looks while it rests again").hasSize(3);
        assertThat(inside.wakeups.get()).isEqualTo(2);
    }

    private void restUntilATaskComes(BatchingIoHandler handler) throws Exception {
        CompletableFuture<Thread> started = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            started.complete(Thread.currentThread());
            handler.run(loop);
        });
        thread.setDaemon(true);
        thread.start();
        while (started.get().getState() != Thread.State.TIMED_WAITING) {
            TimeUnit.MILLISECONDS.sleep(1);
        }

        handler.wakeup();

        thread.join();
    }

    /** A handler that has worked, has found nothing more, and will rest for an hour. */
    private BatchingIoHandler rested() {
        BatchingIoHandler handler = new BatchingIoHandler(inside, HOUR_NS, System::nanoTime);
        handler.carried(BatchingIoHandler.MANY_CALLS);
        inside.packets = 1;
        handler.run(loop);
        inside.packets = 0;
        handler.run(loop);
        return handler;
    }

    private static final class Inside implements IoHandler {
        private final List<Boolean> mayBlock = new ArrayList<>();
        private final AtomicInteger wakeups = new AtomicInteger();
        private int packets;
        private long lookedNs;

        @Override
        public int run(IoHandlerContext context) {
            mayBlock.add(context.canBlock());
            lookedNs = System.nanoTime();
            return packets;
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeup() {
            wakeups.incrementAndGet();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return true;
        }
    }

    private static final class Loop implements IoHandlerContext {
        private boolean tasks;
        private long delayNs = HOUR_NS;

        @Override
        public boolean canBlock() {
            return !tasks;
        }

        @Override
        public long delayNanos(long nowNs) {
            return delayNs;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    }
}
