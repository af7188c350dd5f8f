package io.sidetone.server.usage;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.http.CallDetail;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes turn events on, and adds the last one of each call, {@code call-ended}: when the call is over and its recording is
 * closed, on a thread of its own. Lanes wait for nothing.
 */
public final class CallEndedEvents implements CallObserver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallEndedEvents.class);
    private static final long CLOSE_LIMIT_S = 5;

    private final CallObserver readers;
    private final Prices prices;
    private final Function<String, CompletableFuture<CallDetail.Recording>> recordings;
    private final LongSupplier clock;
    private final Map<CallRecord, Long> sequences = new ConcurrentHashMap<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "call-ended");
        made.setDaemon(true);
        return made;
    });

    /**
     * Passes events on to {@code readers}.
     *
     * @param recordings id of a call to its recording, complete when nothing more is expected of it; null for none
     * @param clock the lanes' clock, ns
     */
    public CallEndedEvents(
            CallObserver readers,
            Prices prices,
            Function<String, CompletableFuture<CallDetail.Recording>> recordings,
            LongSupplier clock) {
        this.readers = readers;
        this.prices = prices;
        this.recordings = recordings;
        this.clock = clock;
    }

    @Override
    public void opened(CallRecord call) {
        readers.opened(call);
    }

    @Override
    public void moved(CallRecord call, FloorTransition transition) {
        readers.moved(call, transition);
    }

    @Override
    public void turnEvent(CallRecord call, TurnEvent event) {
        sequences.put(call, event.sequence());
        readers.turnEvent(call, event);
    }

    @Override
    public void ended(CallRecord call) {
        Long last = sequences.remove(call);
        long sequence = last == null ? 1 : last + 1;
        CompletableFuture<CallDetail.Recording> recording =
                recordings.apply(call.setup().callId());
        try {
            (recording == null ? CompletableFuture.<CallDetail.Recording>completedFuture(null) : recording)
                    .whenCompleteAsync((file, none) -> publish(call, sequence, file), thread);
        } catch (RejectedExecutionException stopped) {
            readers.ended(call);
        }
    }

    private void publish(CallRecord call, long sequence, CallDetail.Recording recording) {
        try {
            long nowNs = clock.getAsLong();
            readers.turnEvent(
                    call,
                    new TurnEvent(
                            TurnEventType.CALL_ENDED,
                            sequence,
                            FloorState.ENDED,
                            call.views(),
                            null,
                            nowNs,
                            call.wallMs(nowNs),
                            EndedCallFields.of(call, prices, recording)));
        } catch (RuntimeException defect) {
            LOG.error(
                    "Call {}: its event call-ended could not be made",
                    call.setup().callId(),
                    defect);
        } finally {
            readers.ended(call);
        }
    }

    /** Publishes what waits. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_LIMIT_S, TimeUnit.SECONDS)) {
                LOG.warn("Some events call-ended were not published within {} s", CLOSE_LIMIT_S);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
