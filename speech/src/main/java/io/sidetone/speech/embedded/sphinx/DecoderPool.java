package io.sidetone.speech.embedded.sphinx;

import io.sidetone.core.background.Background;
import io.sidetone.core.port.EngineHealth;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The decoders of a process. A daemon thread opens them one after another; the pool is usable when the first is open.
 *
 * <p>A decoder that returns from a call is replaced by a new one, because it has adapted to one caller's line. Any
 * thread may call {@link #tryAcquire} and {@link #release}; both never block.
 */
public final class DecoderPool implements AutoCloseable {
    private static final long RETRY_MS = 1_000;

    private final int size;
    private final String setting;
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
     * @param size number of callers that can be recognized at the same time
     * @param setting what an operator changes for more, with what it costs: {@code embedded.decoders (about 8 MB each)}
     * @param opener opens one decoder; called on the pool's thread
     */
    public DecoderPool(int size, String setting, UtteranceDecoder.Opener opener) {
        if (size < 1) {
            throw new IllegalArgumentException(setting + ": " + size + " is too few; give at least 1");
        }
        this.size = size;
        this.setting = setting;
        this.opener = opener;
        this.thread = Background.start("sidetone-decoders", this::run);
    }

    /** Takes a decoder; returns null, and counts it, when every decoder is busy or not yet open. */
    public UtteranceDecoder tryAcquire() {
        UtteranceDecoder decoder = closed ? null : free.poll();
        if (decoder == null) {
            exhausted.increment();
            return null;
        }
        inUse.incrementAndGet();
        return decoder;
    }

    /** Returns a decoder, whole or broken; the pool closes and replaces it. */
    public void release(UtteranceDecoder decoder) {
        inUse.decrementAndGet();
        returned.add(decoder);
        if (closed) {
            closeReturned(); // the thread may be gone
        }
    }

    /** Returns what an operator changes for more decoders. */
    String setting() {
        return setting;
    }

    /** Returns whether a caller can be recognized now, or after another hangs up. */
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

    /** Waits until the first decoder is open; returns false when it takes longer. */
    public boolean awaitFirst(long timeoutMs) throws InterruptedException {
        return first.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Waits until every decoder is open; returns false when it takes longer. */
    public boolean awaitAll(long timeoutMs) throws InterruptedException {
        return all.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Returns the number of decoders that calls use. */
    public int inUse() {
        return inUse.get();
    }

    /** Returns the number of open decoders, free or in use. */
    public int open() {
        return open.get();
    }

    /** Returns how often no decoder was free. */
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

    /** Closes every idle decoder; a decoder in use is closed when its call returns it. */
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
