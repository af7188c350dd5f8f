package io.sidetone.transport.stream;

import io.netty.channel.EventLoop;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.egress.EgressLoop;
import io.sidetone.transport.loop.CallCountListener;
import java.util.function.LongSupplier;

/** Parts that the stream calls of one event loop share. */
public final class StreamLoop {
    private final EventLoop executor;
    private final SingleWriterCounters<StreamCounter> counters = new SingleWriterCounters<>(StreamCounter.class);
    private final EgressLoop out;

    StreamLoop(EventLoop executor, CallCountListener carried, LongSupplier clock, int lanes, int ringFrames) {
        this.executor = executor;
        this.out = new EgressLoop(
                executor,
                carried,
                clock,
                lanes,
                ringFrames,
                () -> counters.increment(StreamCounter.WITHOUT_CALL),
                () -> counters.increment(StreamCounter.FAULTS));
    }

    EventLoop executor() {
        return executor;
    }

    /** Returns the way of frames to this loop. */
    public EgressLoop out() {
        return out;
    }

    /** Returns what is counted. Any thread reads. */
    public SingleWriterCounters<StreamCounter> counters() {
        return counters;
    }
}
