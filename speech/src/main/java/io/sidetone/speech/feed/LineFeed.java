package io.sidetone.speech.feed;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lane's input for a recognizer that receives the whole line and works on an event loop: frames in order, with
 * their position in the caller's stream; 0 bytes per frame. At most one wake-up of the loop is pending.
 */
public final class LineFeed {
    /** The receiver on the loop. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes 20 ms of PCM16 mono; the content of the array is valid only until the method returns. Event loop only.
         */
        void heard(short[] pcm, int offset, int samples, long streamPosMs);
    }

    private final Executor loop;
    private final Sink sink;
    private final FrameRing ring;
    /**
     * Twice as long as the ring: the position of a frame that finds no room lies beyond those of the waiting frames.
     */
    private final long[] positions;

    private final AtomicBoolean woken = new AtomicBoolean();
    private final Runnable work = this::work;
    private final FrameRing.Consumer hand = this::hand;

    /**
     * Creates the feed.
     *
     * @param frames how many frames the loop may lag before frames are lost, a power of two
     * @param frameSamples most samples of a frame
     */
    public LineFeed(Executor loop, Sink sink, int frames, int frameSamples) {
        this.loop = loop;
        this.sink = sink;
        this.ring = new FrameRing(frames, frameSamples);
        this.positions = new long[2 * frames];
    }

    /** As {@link io.sidetone.core.port.RecognizerSession#hear}. Lane only. */
    public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
        positions[(int) ring.written() & positions.length - 1] = streamPosMs;
        boolean taken = ring.offer(pcm, offset, samples);
        if (woken.compareAndSet(false, true)) {
            try {
                loop.execute(work);
            } catch (RejectedExecutionException loopEnded) {
                return false;
            }
        }
        return taken;
    }

    private void work() {
        woken.set(false);
        long written = ring.written();
        while (ring.read() < written) {
            ring.take(hand);
        }
    }

    private void hand(short[] pcm, int offset, int samples) {
        sink.heard(pcm, offset, samples, positions[(int) ring.read() & positions.length - 1]);
    }
}
