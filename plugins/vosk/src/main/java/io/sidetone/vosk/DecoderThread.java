package io.sidetone.vosk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes for the sessions assigned to it, a stretch of each in turn.
 *
 * <p>A lane wakes it for an utterance's start and end, never for a frame: while an utterance is open it looks for frames every
 * 20 ms, otherwise it sleeps. Nothing that a session throws ends it.
 */
final class DecoderThread {
    private static final Logger LOG = LoggerFactory.getLogger(DecoderThread.class);
    private static final long POLL_NS = 20_000_000;
    private static final long STOP_LIMIT_MS = 5_000;

    private final ConcurrentLinkedQueue<VoskSession> arrivals = new ConcurrentLinkedQueue<>();
    private final List<VoskSession> active = new ArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private final LongSupplier clock;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean ended;
    private volatile boolean busy;
    private volatile long busyNs;

    DecoderThread(String name, LongSupplier clock) {
        this.clock = clock;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sessions that are assigned to it. Any thread. */
    AtomicInteger sessions() {
        return sessions;
    }

    /** Returns how long it has been in the library for one stretch; 0 when it is not. Any thread. */
    long busyForNs(long nowNs) {
        long sinceNs = busyNs;
        return busy ? Math.max(0, nowNs - sinceNs) : 0;
    }

    /** Has {@code session} looked at soon. Any thread. */
    void wake(VoskSession session) {
        arrivals.add(session);
        LockSupport.unpark(thread);
        if (ended) {
            session.orphaned();
        }
    }

    private void run() {
        boolean worked = false;
        while (!(stopping && active.isEmpty() && arrivals.isEmpty())) {
            worked |= admit();
            if (!worked) {
                if (active.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, POLL_NS);
                }
            }
            worked = pass();
        }
        ended = true;
        for (VoskSession late = arrivals.poll(); late != null; late = arrivals.poll()) {
            late.orphaned();
        }
    }

    private boolean admit() {
        boolean any = false;
        for (VoskSession next = arrivals.poll(); next != null; next = arrivals.poll()) {
            any = true;
            if (!active.contains(next)) {
                active.add(next);
            }
        }
        return any;
    }

    /** Does a stretch of work for each session; returns whether there was any. */
    boolean pass() {
        boolean worked = admit();
        for (int i = active.size() - 1; i >= 0; i--) {
            VoskSession session = active.get(i);
            busyNs = clock.getAsLong();
            busy = true;
            boolean waiting = false;
            try {
                worked |= session.work();
                waiting = session.expectsFrames();
            } catch (RuntimeException | Error fault) {
                LOG.error("a session of vosk failed and is closed", fault);
                session.abandon();
            } finally {
                busy = false;
            }
            if (!waiting && session.idle()) {
                active.remove(i);
            }
        }
        return worked;
    }

    /** Ends the thread when its sessions have nothing left to do; one that is stuck in the library is left behind. */
    void shutDown() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
