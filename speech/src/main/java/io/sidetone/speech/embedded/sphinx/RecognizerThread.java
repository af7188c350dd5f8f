package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.background.Background;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes for the sessions assigned to it.
 *
 * <p>The lane wakes it at an utterance's start and end, never for a frame. While an utterance is open it checks for
 * frames every 5 ms; otherwise it sleeps.
 */
final class RecognizerThread {
    private static final Logger LOG = LoggerFactory.getLogger(RecognizerThread.class);
    private static final long POLL_NS = 5_000_000;

    private final ConcurrentLinkedQueue<EmbeddedRecognizerSession> arrivals = new ConcurrentLinkedQueue<>();
    private final List<EmbeddedRecognizerSession> active = new ArrayList<>();
    private final Thread thread;
    private volatile boolean stopping;

    RecognizerThread(String name) {
        thread = Background.thread(name, this::run);
    }

    void start() {
        thread.start();
    }

    /** Makes the thread check {@code session} soon. Any thread. */
    void wake(EmbeddedRecognizerSession session) {
        arrivals.add(session);
        LockSupport.unpark(thread);
    }

    private void run() {
        boolean worked = false;
        while (true) {
            for (EmbeddedRecognizerSession next = arrivals.poll(); next != null; next = arrivals.poll()) {
                if (!active.contains(next)) {
                    active.add(next);
                }
                worked = true;
            }
            if (!worked) {
                if (active.isEmpty() && stopping) {
                    return;
                }
                if (active.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, POLL_NS);
                }
            }
            worked = false;
            for (int i = active.size() - 1; i >= 0; i--) {
                worked |= step(active.get(i), i);
            }
        }
    }

    private boolean step(EmbeddedRecognizerSession session, int index) {
        boolean worked = true;
        boolean waiting = false;
        try {
            worked = session.work();
            waiting = session.expectsFrames();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("a recognizer session failed and is closed", e);
            session.abandon();
        }
        if (!waiting && session.idle()) {
            active.remove(index);
        }
        return worked;
    }

    /** Ends the thread when its sessions have no work left. */
    void shutDown() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
