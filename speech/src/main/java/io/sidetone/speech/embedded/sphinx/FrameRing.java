package io.sidetone.speech.embedded.sphinx;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Frames of one call on their way from the lane (producer) to a recogniser thread (consumer): preallocated, 320 samples
 * each, 0 bytes per frame.
 */
final class FrameRing {
    static final int FRAME_SAMPLES = 320;

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            TAIL = MethodHandles.lookup().findVarHandle(FrameRing.class, "tail", long.class);
            HEAD = MethodHandles.lookup().findVarHandle(FrameRing.class, "head", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final short[] pcm;
    private final int[] samples;
    private final int mask;
    private long tail;
    private long head;

    FrameRing(int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " of a frame ring must be a power of two");
        }
        this.pcm = new short[capacity * FRAME_SAMPLES];
        this.samples = new int[capacity];
        this.mask = capacity - 1;
    }

    /** Copies a frame in; false when the ring is full or the frame is longer than 20 ms. Lane only. */
    boolean offer(short[] source, int offset, int count) {
        long next = tail;
        if (count > FRAME_SAMPLES || next - (long) HEAD.getAcquire(this) > mask) {
            return false;
        }
        int slot = (int) next & mask;
        System.arraycopy(source, offset, pcm, slot * FRAME_SAMPLES, count);
        samples[slot] = count;
        TAIL.setRelease(this, next + 1);
        return true;
    }

    /** Frames ever put in: the position of the next one. */
    long written() {
        return (long) TAIL.getAcquire(this);
    }

    /** Frames ever taken out or skipped. Consumer only. */
    long read() {
        return head;
    }

    /** Hands the oldest frame to {@code decoder} and frees its slot; there must be one. Consumer only. */
    void feedTo(UtteranceDecoder decoder) {
        int slot = (int) head & mask;
        try {
            decoder.process(pcm, slot * FRAME_SAMPLES, samples[slot]);
        } finally {
            HEAD.setRelease(this, head + 1);
        }
    }

    /** Drops every frame before {@code position}. Consumer only. */
    void skipTo(long position) {
        if (position > head) {
            HEAD.setRelease(this, position);
        }
    }
}
