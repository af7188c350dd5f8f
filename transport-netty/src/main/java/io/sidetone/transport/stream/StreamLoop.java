package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.sidetone.transport.egress.EgressLoop;
import java.util.function.LongSupplier;

/** What the stream calls of one event loop share. */
public final class StreamLoop {
    private final EventLoop executor;
    private final StreamCounters counters = new StreamCounters();
    private final EgressLoop out;

    StreamLoop(EventLoop executor, LongSupplier clock, int lanes, int ringFrames) {
        this.executor = executor;
        this.out = new EgressLoop(
                executor, clock, lanes, ringFrames, counters.withoutCall::increment, counters.faults::increment);
    }

    EventLoop executor() {
        return executor;
    }

    /** Returns the way of frames to this loop. */
    public EgressLoop out() {
        return out;
    }

    /** Returns what is counted. Any thread reads. */
    public StreamCounters counters() {
        return counters;
    }
}
