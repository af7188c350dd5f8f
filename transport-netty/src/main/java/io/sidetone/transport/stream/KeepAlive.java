package io.sidetone.transport.stream;

import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps the call of a client that sends no audio: a closed microphone is no lost connection. Publishes {@link
 * LaneEventType#MEDIA_ALIVE} at an interval. Event loop of the call only.
 */
public final class KeepAlive {
    private final ClientCall call;
    private final LoopTimer timer;
    private final long everyMs;
    private final LongSupplier clock;
    private final BooleanSupplier quiet;
    private Runnable next = () -> {};
    private boolean stopped;

    /**
     * Creates a keep-alive that has not started.
     *
     * @param everyMs the interval
     * @param clock monotonic, ns
     * @param quiet asked once per interval; whether the client's audio does not already show that it is there
     */
    public KeepAlive(ClientCall call, LoopTimer timer, long everyMs, LongSupplier clock, BooleanSupplier quiet) {
        this.call = call;
        this.timer = timer;
        this.everyMs = everyMs;
        this.clock = clock;
        this.quiet = quiet;
    }

    /** Begins; the first event comes after one interval. */
    public void start() {
        if (!stopped) {
            next = timer.after(everyMs, this::beat);
        }
    }

    /** Publishes where the client is quiet, and goes on. */
    public void beat() {
        if (stopped) {
            return;
        }
        if (quiet.getAsBoolean()) {
            call.publish(LaneEventType.MEDIA_ALIVE, Token.NONE, 0, 0, null, clock.getAsLong());
        }
        start();
    }

    /** Ends for good. A second call has no effect. */
    public void stop() {
        stopped = true;
        next.run();
    }
}
