package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The decoders of a process, opened one after another by a daemon thread; usable as soon as the first is ready.
 *
 * <p>A decoder that comes back from a call is replaced by a fresh one: what it adapted to one caller's line must not meet
 * the next. {@link #tryAcquire} and {@link #release} may be called from any thread and never block.
 */
public final class DecoderPool implements AutoCloseable {
    private static final long RETRY_MS = 1_000;

    private final int size;
    private final UtteranceDecoder.Opener opener;
    private final ConcurrentLinkedQueue<UtteranceDecoder> free = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<UtteranceDecoder> returned = new LinkedBlockingQueue<>();
    private final AtomicInteger inUse = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder exhausted = new LongAdder();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch all = new CountDownLatch(1);
    private final Thread thread;
    private volatile String failure;
    private volatile boolean closed;

    /**
     * Starts opening decoders.
     *
     * @param size how many callers may be recognized at once
     * @param opener opens one; called on the pool's thread
     */
    public DecoderPool(int size, UtteranceDecoder.Opener opener) {
        if (size < 1) {
            throw new IllegalArgumentException("embedded.decoders: " + size + " is too few; give at least 1");
        }
        this.size = size;
        this.opener = opener;
        this.thread = new Thread(this::run, "sidetone-decoders");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a decoder, or null (counted) when every one of them is busy or still opening. */
    public UtteranceDecoder tryAcquire() {
        UtteranceDecoder decoder = closed ? null : free.poll();
        if (decoder == null) {
            exhausted.increment();
            return null;
        }
        inUse.incrementAndGet();
        return decoder;
    }

    /** Gives a decoder back, whole or broken; it is closed and replaced. */
    public void release(UtteranceDecoder decoder) {
        inUse.decrementAndGet();
        returned.add(decoder);
        if (closed) {
            closeReturned(); // the thread may be gone
        }
    }

    /** Whether a caller can be recognized now or when another hangs up. */
    public EngineHealth health() {
        if (closed) {
            return EngineHealth.down("the recognizer is closed");
        }
        int opened = open.get();
        if (opened > 0) {
            return EngineHealth.up(
                    "pocketsphinx, " + opened + " of " + size + " decoders open, " + inUse.get() + " in use");
        }
        String reason = failure;
        return EngineHealth.down(
                reason == null ? "the decoders are still being opened; try again in a moment" : reason);
    }

    /** Waits until the first decoder is ready; false when it takes longer. */
    public boolean awaitFirst(long timeoutMs) throws InterruptedException {
        return first.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Waits until every decoder is ready; false when it takes longer. */
    public boolean awaitAll(long timeoutMs) throws InterruptedException {
        return all.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Decoders that belong to a call. */
    public int inUse() {
        return inUse.get();
    }

    /** Decoders open, free or in use. */
    public int open() {
        return open.get();
    }

    /** Decoders asked for in vain. */
    public long exhausted() {
        return exhausted.sum();
    }

    private void run() {
        while (!closed) {
            try {
                UtteranceDecoder back = open.get() < size ? returned.poll() : returned.take();
                if (back != null) {
                    close(back);
                } else if (!openOne()) {
                    back = returned.poll(RETRY_MS, TimeUnit.MILLISECONDS);
                    if (back != null) {
                        close(back);
                    }
                }
            } catch (InterruptedException e) {
                break; // closed
            }
        }
        closeAll();
    }

    private boolean openOne() {
        try {
            free.add(opener.open());
        } catch (RuntimeException | LinkageError e) {
            failure = "no decoder can be opened: " + e.getMessage();
            return false;
        }
        failure = null;
        int opened = open.incrementAndGet();
        first.countDown();
        if (opened == size) {
            all.countDown();
        }
        return true;
    }

    private void close(UtteranceDecoder decoder) {
        open.decrementAndGet();
        decoder.close();
    }

    private synchronized void closeReturned() {
        for (UtteranceDecoder back = returned.poll(); back != null; back = returned.poll()) {
            close(back);
        }
    }

    private synchronized void closeAll() {
        for (UtteranceDecoder idle = free.poll(); idle != null; idle = free.poll()) {
            close(idle);
        }
        closeReturned();
    }

    /** Closes every idle decoder; one that is in use is closed when its call gives it back. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeAll();
    }
}
