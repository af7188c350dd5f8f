package io.sidetone.server.records.usage;

import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.http.call.CallDocument;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes turn events on, and adds the last one of each call, {@code call-ended}: when the call is over, its recording is closed
 * and its model has written down what it should, on a thread of its own. Before it waits it promises the event with what is known. Lanes
 * wait for nothing.
 */
public final class CallEndedEvents implements CallObserver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallEndedEvents.class);
    private static final long CLOSE_LIMIT_S = 5;
    private static final String STOPPED = "the server stopped before it was written";

    private final CallObserver readers;
    private final EndedPromises promises;
    private final Prices prices;
    private final Function<String, CallDocument.Recording> expected;
    private final Function<String, CompletableFuture<CallDocument.Recording>> recordings;
    private final Function<CallRecord, CompletableFuture<CallDocument.AfterCall>> afterCalls;
    private final LongSupplier clock;
    private final Set<CallRecord> waiting = ConcurrentHashMap.newKeySet();
    private final Map<CallRecord, Long> sequences = new ConcurrentHashMap<>();
    private final ExecutorService thread = Background.one("call-ended");

    /**
     * Passes events on to {@code readers}.
     *
     * @param promises keeps the event of a call while its recording or notes are awaited
     * @param expected id of a call to what its recording becomes if nothing fails; null for none
     * @param recordings id of a call to its recording, complete when nothing more is expected of it; null for none
     * @param afterCalls a call to what its model writes down about it, which always completes; null for nothing. Asked on lanes
     * @param clock the lanes' clock, ns
     */
    public CallEndedEvents(
            CallObserver readers,
            EndedPromises promises,
            Prices prices,
            Function<String, CallDocument.Recording> expected,
            Function<String, CompletableFuture<CallDocument.Recording>> recordings,
            Function<CallRecord, CompletableFuture<CallDocument.AfterCall>> afterCalls,
            LongSupplier clock) {
        this.readers = readers;
        this.promises = promises;
        this.expected = expected;
        this.prices = prices;
        this.recordings = recordings;
        this.afterCalls = afterCalls;
        this.clock = clock;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Ended) {
            ended(call);
            return;
        }
        if (event instanceof TurnEvent turned) {
            sequences.put(call, turned.sequence());
        }
        readers.on(call, event);
    }

    private void ended(CallRecord call) {
        Long last = sequences.remove(call);
        long sequence = last == null ? 1 : last + 1;
        waiting.add(call);
        CompletableFuture<CallDocument.Recording> recording =
                orNothing(recordings.apply(call.setup().who().callId()));
        CompletableFuture<CallDocument.AfterCall> afterCall = orNothing(afterCalls.apply(call));
        try {
            if (!recording.isDone() || !afterCall.isDone()) {
                thread.execute(() -> promise(call, sequence, !afterCall.isDone()));
            }
            recording.thenAcceptBothAsync(afterCall, (file, written) -> publish(call, sequence, file, written), thread);
        } catch (RejectedExecutionException stopped) {
            waiting.remove(call);
            readers.on(call, new Ended());
        }
    }

    private static <T> CompletableFuture<T> orNothing(CompletableFuture<T> awaited) {
        return awaited == null ? CompletableFuture.completedFuture(null) : awaited;
    }

    /** Publishes nothing of the calls that {@code which} chooses and that wait for their event: they were erased. Any thread. */
    public void forget(Predicate<CallRecord> which) {
        waiting.stream().filter(which).forEach(call -> {
            if (waiting.remove(call)) {
                promises.withdrawn(call);
            }
        });
    }

    private void promise(CallRecord call, long sequence, boolean noted) {
        if (!waiting.contains(call)) {
            return;
        }
        try {
            CallDocument.AfterCall afterCall = noted ? CallDocument.AfterCall.missing(STOPPED) : null;
            promises.promised(
                    call,
                    event(call, sequence, expected.apply(call.setup().who().callId()), afterCall));
        } catch (RuntimeException defect) {
            LOG.error(
                    "Call {}: its event call-ended could not be promised",
                    call.setup().who().callId(),
                    defect);
        }
    }

    private TurnEvent event(
            CallRecord call, long sequence, CallDocument.Recording recording, CallDocument.AfterCall afterCall) {
        long nowNs = clock.getAsLong();
        return new TurnEvent(
                TurnEventType.CALL_ENDED,
                sequence,
                FloorState.ENDED,
                call.views(),
                null,
                nowNs,
                call.wallMs(nowNs),
                EndedCallFields.of(call, prices, recording, afterCall));
    }

    private void publish(
            CallRecord call, long sequence, CallDocument.Recording recording, CallDocument.AfterCall afterCall) {
        if (!waiting.remove(call)) {
            readers.on(call, new Ended());
            return;
        }
        try {
            readers.on(call, event(call, sequence, recording, afterCall));
        } catch (RuntimeException defect) {
            LOG.error(
                    "Call {}: its event call-ended could not be made",
                    call.setup().who().callId(),
                    defect);
        } finally {
            readers.on(call, new Ended());
        }
    }

    /** Publishes what waits. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_LIMIT_S, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Some events call-ended were not published within {} s; the next start sends them",
                        CLOSE_LIMIT_S);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
