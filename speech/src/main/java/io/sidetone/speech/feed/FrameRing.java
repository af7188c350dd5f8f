package io.sidetone.speech.feed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Frames of one call between the lane (producer) and a recognizer's thread (consumer): preallocated, 20 ms each, 0
 * bytes per frame.
 */
public final class FrameRing {
    /** Takes a frame. The ring owns the array: its content is valid only until the method returns. */
    @FunctionalInterface
    public interface Consumer {
        /** Takes PCM16 mono. */
        void frame(short[] pcm, int offset, int samples);
    }

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
    private final int frameSamples;
    private long tail;
    private long head;

    /**
     * Creates a ring.
     *
     * @param capacity frames, a power of two
     * @param frameSamples most samples of a frame
     */
    public FrameRing(int capacity, int frameSamples) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " of a frame ring must be a power of two");
        }
        this.pcm = new short[capacity * frameSamples];
        this.samples = new int[capacity];
        this.mask = capacity - 1;
        this.frameSamples = frameSamples;
    }

    /**
     * Copies a frame of mono PCM16 in; the caller keeps the array. Returns false when the ring is full or the frame is
     * longer than 20 ms. Lane only.
     */
    public boolean offer(short[] source, int offset, int count) {
        long next = tail;
        if (count > frameSamples || next - (long) HEAD.getAcquire(this) > mask) {
            return false;
        }
        int slot = (int) next & mask;
        System.arraycopy(source, offset, pcm, slot * frameSamples, count);
        samples[slot] = count;
        TAIL.setRelease(this, next + 1);
        return true;
    }

    /** Returns the number of frames ever put in: the position of the next one. */
    public long written() {
        return (long) TAIL.getAcquire(this);
    }

    /** Returns the number of frames ever taken out or skipped. Consumer only. */
    public long read() {
        return head;
    }

    /** Passes the oldest frame to {@code consumer} and frees its slot; there must be a frame. Consumer only. */
    public void take(Consumer consumer) {
        int slot = (int) head & mask;
        try {
            consumer.frame(pcm, slot * frameSamples, samples[slot]);
        } finally {
            HEAD.setRelease(this, head + 1);
        }
    }

    /** Drops every frame before {@code position}. Consumer only. */
    public void skipTo(long position) {
        if (position > head) {
            HEAD.setRelease(this, position);
        }
    }
}
