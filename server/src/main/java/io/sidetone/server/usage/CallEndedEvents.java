package io.sidetone.server.usage;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.http.CallDetail;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes turn events on, and adds the last one of each call, {@code call-ended}: when the call is over, its recording is closed
 * and its model has written down what it should, on a thread of its own. Lanes wait for nothing.
 */
public final class CallEndedEvents implements CallObserver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallEndedEvents.class);
    private static final long CLOSE_LIMIT_S = 5;

    private final CallObserver readers;
    private final Prices prices;
    private final Function<String, CompletableFuture<CallDetail.Recording>> recordings;
    private final Function<CallRecord, CompletableFuture<CallDetail.AfterCall>> afterCalls;
    private final LongSupplier clock;
    private final Set<CallRecord> waiting = ConcurrentHashMap.newKeySet();
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
     * @param afterCalls a call to what its model writes down about it, which always completes; null for nothing. Asked on lanes
     * @param clock the lanes' clock, ns
     */
    public CallEndedEvents(
            CallObserver readers,
            Prices prices,
            Function<String, CompletableFuture<CallDetail.Recording>> recordings,
            Function<CallRecord, CompletableFuture<CallDetail.AfterCall>> afterCalls,
            LongSupplier clock) {
        this.readers = readers;
        this.prices = prices;
        this.recordings = recordings;
        this.afterCalls = afterCalls;
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
        waiting.add(call);
        CompletableFuture<CallDetail.Recording> recording =
                orNothing(recordings.apply(call.setup().callId()));
        CompletableFuture<CallDetail.AfterCall> afterCall = orNothing(afterCalls.apply(call));
        try {
            recording.thenAcceptBothAsync(afterCall, (file, written) -> publish(call, sequence, file, written), thread);
        } catch (RejectedExecutionException stopped) {
            waiting.remove(call);
            readers.ended(call);
        }
    }

    private static <T> CompletableFuture<T> orNothing(CompletableFuture<T> awaited) {
        return awaited == null ? CompletableFuture.completedFuture(null) : awaited;
    }

    /** Publishes nothing of the calls that {@code which} chooses and that wait for their event: they were erased. Any thread. */
    public void forget(Predicate<CallRecord> which) {
        waiting.removeIf(which);
    }

    private void publish(
            CallRecord call, long sequence, CallDetail.Recording recording, CallDetail.AfterCall afterCall) {
        if (!waiting.remove(call)) {
            readers.ended(call);
            return;
        }
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
                            EndedCallFields.of(call, prices, recording, afterCall)));
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
