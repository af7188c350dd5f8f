package io.sidetone.transport.pbx;

import java.util.Arrays;

/**
 * Frames on their way into messages of a fixed number of bytes, for switches that take no other. A frame goes in when its
 * message went out, or waits within; nothing is split. Event loop only.
 */
public final class FrameChunk {
    private final byte[] held;
    private int bytes;

    /** Messages of {@code bytes} bytes, a multiple of every frame's length. */
    public FrameChunk(int bytes) {
        this.held = new byte[bytes];
    }

    /** Returns the bytes of a message. */
    public int size() {
        return held.length;
    }

    /** Returns the bytes that wait. */
    public int waiting() {
        return bytes;
    }

    /** Returns whether {@code length} bytes more make a message. */
    public boolean completes(int length) {
        return bytes + length >= held.length;
    }

    /** Keeps a frame that does not complete a message. */
    public void keep(byte[] frame, int length) {
        System.arraycopy(frame, 0, held, bytes, length);
        bytes += length;
    }

    /** Returns a whole message of what waits and then this frame, valid until the next call; what waits stays until {@link #clear}. */
    public byte[] with(byte[] frame, int length) {
        System.arraycopy(frame, 0, held, bytes, length);
        return held;
    }

    /** Returns a whole message of what waits and then {@code silence}; what waits stays until {@link #clear}. */
    public byte[] padded(byte silence) {
        Arrays.fill(held, bytes, held.length, silence);
        return held;
    }

    /** Forgets what waits. */
    public void clear() {
        bytes = 0;
    }
}
