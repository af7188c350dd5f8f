package io.sidetone.speech.failover;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A loop that runs when it is told to, on a clock that stands still. */
final class Loop {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private long nowNs;

    Loop() {
        channel.freezeTime();
    }

    ScheduledExecutorService executor() {
        return channel.eventLoop();
    }

    void run() {
        channel.runPendingTasks();
    }

    void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
        channel.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    long nowNs() {
        return nowNs;
    }
}
