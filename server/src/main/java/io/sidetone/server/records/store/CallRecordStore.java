package io.sidetone.server.records.store;

import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.server.records.delivery.FolderDisk;
import io.sidetone.server.records.delivery.GroupCommit;
import io.sidetone.server.records.delivery.Spool;
import io.sidetone.server.records.delivery.SpoolDisk;
import io.sidetone.server.records.delivery.SpoolReader;
import io.sidetone.server.records.delivery.SteadyClock;
import io.sidetone.server.records.store.record.CallerIdentity;
import io.sidetone.server.records.store.record.CallerMatch;
import io.sidetone.server.records.store.record.ErasedCalls;
import io.sidetone.server.records.store.record.StoredCalls;
import io.sidetone.server.records.store.sql.CallArchive;
import io.sidetone.server.records.store.sql.CallDatabase;
import io.sidetone.server.records.store.sql.Jdbc;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.transport.http.history.CallEntry;
import io.sidetone.transport.refusal.RefusedCall;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The call store of this process: lanes offer, one thread spools, one delivers.
 *
 * <p>Lanes only put a reference into a bounded queue; a full queue drops the newest record and counts it, long after
 * {@link #problems} said that it would come to that.
 */
public final class CallRecordStore implements CallObserver, CallStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallRecordStore.class);
    private static final long MS = 1_000_000L;
    private static final long CLOSE_LIMIT_NS = 5_000 * MS;
    private static final int SEGMENTS = 8;

    private final StoreFolder folder;
    private final MpscAtomicArrayQueue<OfferedCalls.Offer> queue;
    private final Spool spool;
    private final OfferedCalls offered;
    private final GroupCommit writer;
    private final StoredCalls calls;
    private final CallDatabase database;
    private final StoreSettings settings;
    private final LongSupplier clock;
    private final SharedCounters<StoreCounter> counters = new SharedCounters<>(StoreCounter.class);
    private final KnownCallers visitors = new KnownCallers(KnownCallers.MAX);
    private final Erasures erasures = new Erasures(visitors);
    private final Thread spoolThread = Background.thread("store-spool", this::spoolLoop);
    private final Thread deliveryThread = Background.thread("store-delivery", this::deliveryLoop);
    private volatile Delivery delivery;
    private volatile boolean closing;
    private volatile boolean spooledAll;
    private volatile long closeByNs;

    private CallRecordStore(
            StoreFolder folder,
            SpoolDisk disk,
            StoreSettings settings,
            CallDatabase database,
            StoredCalls calls,
            LongSupplier clock) {
        this.folder = folder;
        this.clock = clock;
        this.settings = settings;
        this.database = database;
        this.queue = new MpscAtomicArrayQueue<>(1_024 + 4 * settings.maxCalls());
        int segmentBytes = (int) Math.min(Spool.SEGMENT_BYTES, settings.spoolMaxBytes() / SEGMENTS);
        this.spool = new Spool(disk, segmentBytes, settings.spoolMaxBytes());
        this.calls = calls;
        this.offered = new OfferedCalls(queue, calls, counters, () -> LockSupport.unpark(this.deliveryThread));
        this.writer = new GroupCommit("Call store", "records", spool, OfferedCalls.GROUP_RECORDS, offered);
    }

    /**
     * Takes the spool's folder and starts; the database is opened in the background.
     *
     * @param calls makes records of calls
     * @throws StoreUnusableException when the folder cannot be used
     */
    public static CallRecordStore open(StoreSettings settings, StoredCalls calls) throws StoreUnusableException {
        StoreFolder folder = StoreFolder.take(settings.spoolFolder());
        Jdbc database = new Jdbc(settings.database());
        FolderDisk disk = new FolderDisk(settings.spoolFolder());
        return start(new CallRecordStore(folder, disk, settings, database, calls, System::nanoTime));
    }

    /** The same with another disk, another database and another monotonic clock of its delivery, ns. */
    static CallRecordStore start(
            StoreFolder folder, SpoolDisk disk, StoreSettings settings, CallDatabase database, LongSupplier clock) {
        return start(
                new CallRecordStore(folder, disk, settings, database, new StoredCalls(id -> null, Prices.NONE), clock));
    }

    private static CallRecordStore start(CallRecordStore store) {
        store.spoolThread.start();
        return store;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof Opened) {
            offer(new OfferedCalls.Offer(call, false, false));
        } else if (event instanceof FloorTransition moved && moved.to() == FloorState.ENDING) {
            // Engines may take seconds to release; a process that dies meanwhile must not leave an aborted call.
            offer(new OfferedCalls.Offer(call, true, false));
        } else if (event instanceof Ended) {
            offer(new OfferedCalls.Offer(call, true, true));
        }
    }

    /** Adds what its model wrote down about it to a call that is stored; nothing where the caller was erased. Any thread. */
    public void writtenDown(CallRecord call, String afterCall) {
        offer(new OfferedCalls.Offer(call, true, true, afterCall, null));
    }

    /**
     * Stores a call that was refused; again with more attempts, when it stands for several. Any thread.
     *
     * @param entry its line in the history
     * @param document everything of it as the API shows it, JSON
     */
    public void refused(RefusedCall call, CallEntry entry, byte[] document) {
        offer(new OfferedCalls.Offer(null, true, true, "", calls.refused(call, entry, document)));
    }

    /** Returns the calls that are over, for readers. Any thread. */
    public CallArchive archive() {
        return database;
    }

    /** Why calls that are over cannot be read at present; null where they can. Any thread. */
    public String unreadable() {
        Delivery now = delivery;
        String why = now == null ? null : now.trouble();
        return databaseUp() ? null : why == null ? "the database is being opened" : why;
    }

    private void offer(OfferedCalls.Offer offer) {
        if (closing || !queue.offer(offer)) {
            counters.increment(StoreCounter.DROPPED);
        } else {
            LockSupport.unpark(spoolThread);
        }
    }

    @Override
    public boolean firstVisit(String agent, String caller) {
        boolean first = visitors.first(CallerIdentity.key(agent, caller));
        if (first) {
            counters.increment(StoreCounter.FIRST_VISITS);
        }
        return first;
    }

    /**
     * Removes the calls and visits of {@code who} from the database, after everything that was stored before. Completes on the
     * delivery thread, with an exception while the database takes nothing. Any thread.
     *
     * @param agents whose visitor the caller may be besides those of the calls
     * @param running ids of calls that stay
     */
    public CompletableFuture<ErasedCalls> erase(CallerMatch who, Set<String> agents, Set<String> running) {
        CompletableFuture<ErasedCalls> done = erasures.ask(who, agents, running);
        String down = delivery == null ? null : delivery.trouble();
        if (closing || down != null) {
            erasures.fail(new SQLException(closing ? "the server stops" : down));
        }
        LockSupport.unpark(spoolThread);
        return done.thenApply(erased -> {
            spool.wipe();
            LockSupport.unpark(spoolThread);
            return erased;
        });
    }

    private void spoolLoop() {
        while (true) {
            // Read first: what was offered before the end is still taken.
            boolean last = closing;
            int erasing = erasures.asked();
            long waitNs = step();
            if (erasing > 0 && writer.idle()) {
                erasures.pass(erasing);
                LockSupport.unpark(deliveryThread);
            }
            if (writer.recovered() && delivery == null) {
                delivery = delivery(spool.reader());
                deliveryThread.start();
            }
            if (last && (writer.idle() || System.nanoTime() - closeByNs >= 0)) {
                break;
            }
            if (waitNs > 0) {
                LockSupport.parkNanos(this, waitNs);
            }
        }
        spooledAll = true;
        LockSupport.unpark(deliveryThread);
    }

    private long step() {
        try {
            return writer.step();
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            LOG.error("Call store: a fault of the spool thread", fault);
            return 1_000 * MS;
        }
    }

    private Delivery delivery(SpoolReader reader) {
        return new Delivery(
                reader,
                database,
                calls,
                visitors,
                counters,
                settings.keep(),
                new SteadyClock(System::currentTimeMillis, System::nanoTime),
                () -> LockSupport.unpark(spoolThread),
                erasures);
    }

    private void deliveryLoop() {
        DeliveryPace pace = new DeliveryPace(clock.getAsLong());
        while (true) {
            boolean last = spooledAll;
            if (last && spool.pending() == 0) {
                return;
            }
            long nowNs = clock.getAsLong();
            // Whole batches gain nothing by waiting, and an erasure would never find the spool empty.
            boolean hurry = last || spool.pending() >= Delivery.BATCH || erasures.passed() > 0;
            long waitNs = hurry ? 0 : pace.waitNs(nowNs);
            if (waitNs == 0) {
                pace.begins(spool.pending());
                waitNs = delivery.step(nowNs);
                if (waitNs == 0) {
                    pace.delivered(nowNs, delivery.records());
                } else {
                    pace.ends();
                }
            }
            if (last && (waitNs > 0 || System.nanoTime() - closeByNs >= 0)) {
                return;
            }
            if (waitNs > 0) {
                LockSupport.parkNanos(this, waitNs);
            }
        }
    }

    /** Why new calls should go elsewhere, in words; empty while nothing can be lost. Any thread. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        String disk = writer.trouble();
        Delivery delivering = delivery;
        String lasting = delivering == null ? null : delivering.lasting(clock.getAsLong());
        if (lasting != null) {
            problems.add("call store: " + lasting);
        }
        if (disk != null) {
            problems.add("call store: " + disk);
        } else if (spool.bytes() >= spool.maxBytes() / 5 * 4) {
            String down = delivering == null ? null : delivering.trouble();
            String why = down == null ? "" : ", the database takes nothing: " + down;
            problems.add(
                    "call store: " + spool.bytes() + " of " + spool.maxBytes() + " bytes of the spool are used" + why);
        }
        if (queue.size() >= queue.capacity() / 2) {
            problems.add("call store: " + queue.size() + " records wait for the disk");
        }
        return problems;
    }

    SharedCounters<StoreCounter> counters() {
        return counters;
    }

    Spool spool() {
        return spool;
    }

    int queued() {
        return queue.size();
    }

    int visitors() {
        return visitors.size();
    }

    boolean knowsVisitors() {
        return visitors.complete();
    }

    boolean databaseUp() {
        Delivery now = delivery;
        return now != null && now.ready();
    }

    /** Spools what was offered, delivers what can be delivered within {@value #CLOSE_LIMIT_NS} ns, and releases the folder. */
    @Override
    public void close() throws IOException {
        closeByNs = System.nanoTime() + CLOSE_LIMIT_NS;
        closing = true;
        LockSupport.unpark(spoolThread);
        LockSupport.unpark(deliveryThread);
        try {
            join(spoolThread);
            join(deliveryThread);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        abandon();
        if (spool.pending() > 0) {
            LOG.info("Call store: {} records stay in the spool until the next start", spool.pending());
        }
        database.close();
        if (!spoolThread.isAlive() && !deliveryThread.isAlive()) {
            spool.close();
        }
        folder.close();
    }

    /** Counts what did not reach the disk in time. */
    private void abandon() {
        int left = spoolThread.isAlive() ? queue.size() : writer.held() + offered.waiting();
        if (left > 0) {
            counters.add(StoreCounter.DROPPED, left);
            LOG.error("Call store: {} records are lost, they did not reach the disk", left);
        }
    }

    private void join(Thread thread) throws InterruptedException {
        long leftMs = Math.max(1, (closeByNs - System.nanoTime()) / MS + 200);
        thread.join(leftMs);
    }
}
