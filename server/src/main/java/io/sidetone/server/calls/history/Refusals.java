package io.sidetone.server.calls.history;

import io.sidetone.core.background.Background;
import io.sidetone.server.records.store.CallRecordStore;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.transport.http.Json;
import io.sidetone.transport.http.call.CallDocuments;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.refusal.RefusedCalls;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the calls that were refused: the last ones in memory, all in the store. Any thread; never blocks. */
public final class Refusals implements RefusedCalls, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("call");
    private static final long LOOK_S = 5;
    private static final long CLOSE_LIMIT_S = 2;

    private final Optional<CallRecordStore> store;
    private final Counter counter;
    private final RefusalBook book = new RefusalBook();
    private final ScheduledThreadPoolExecutor thread = Background.timer("refused-calls");

    /** Counter of refused calls. Any thread. */
    @FunctionalInterface
    public interface Counter {
        /**
         * Counts one.
         *
         * @param trunk name of its trunk, or empty
         * @param status of SIP or HTTP
         * @param reason the cause as a short code
         */
        void count(String trunk, int status, String reason);
    }

    /**
     * Creates it.
     *
     * @param store where calls are kept, if they are
     * @param counter counts each call, also those that share a line
     * @param wallClock ms since 1970
     */
    public Refusals(Optional<CallRecordStore> store, Counter counter, LongSupplier wallClock) {
        this.store = store;
        this.counter = counter;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.scheduleWithFixedDelay(
                () -> book.passed(wallClock.getAsLong()).forEach(this::store), LOOK_S, LOOK_S, TimeUnit.SECONDS);
    }

    @Override
    public void refused(RefusedCall call) {
        String reason = call.cause().name().toLowerCase(Locale.ROOT).replace('_', '-');
        counter.count(call.who().facts().origin().trunk(), call.status(), reason);
        List<RefusedNow> complete = book.take(call);
        if (complete.isEmpty() || thread.isShutdown()) {
            return;
        }
        thread.execute(() -> complete.forEach(this::store));
    }

    /** Written without numbers: an erasure cannot reach a log. The id leads to them where they are still kept. */
    private void store(RefusedNow line) {
        try {
            RefusedCall call = line.call();
            LOG.info(
                    "{} refused status={} cause={} agent={} trunk={} source={} attempts={}",
                    line.callId(),
                    call.status(),
                    call.cause(),
                    call.agent(),
                    call.who().facts().origin().trunk(),
                    call.source(),
                    line.attempts());
            store.ifPresent(open -> open.refused(call, line.entry(), document(line)));
        } catch (RuntimeException defect) {
            LOG.error("{} was refused and could not be written down", line.callId(), defect);
        }
    }

    /** Returns everything that is known of a refused call as the API shows it, JSON. */
    static byte[] document(RefusedNow line) {
        return Json.bytes(CallDocuments.of(line.call()));
    }

    /** Forgets what is in memory of the calls of a caller; the store forgets them by itself. */
    public void forget(CallerMatch who) {
        book.forget(call -> who.is(call.who().from(), call.who().facts().caller()));
    }

    RefusalBook book() {
        return book;
    }

    /** Stores the lines with a count that are still open. */
    @Override
    public void close() {
        thread.execute(() -> book.counted().forEach(this::store));
        thread.shutdown();
        try {
            thread.awaitTermination(CLOSE_LIMIT_S, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
