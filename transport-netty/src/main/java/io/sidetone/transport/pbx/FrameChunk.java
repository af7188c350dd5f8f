package io.sidetone.transport.pbx;

import java.util.Arrays;

/**
 * Collects frames into messages of a fixed number of bytes, for switches that accept no other size. A frame is sent
 * with its message, or waits here; no frame is split. Event loop only.
 */
public final class FrameChunk {
    private final byte[] held;
    private int bytes;

    /** Creates messages of {@code bytes} bytes, a multiple of every frame's length. */
    public FrameChunk(int bytes) {
        this.held = new byte[bytes];
    }

    /** Returns the bytes of a message. */
    public int size() {
        return held.length;
    }

    /** Returns the bytes of waiting frames. */
    public int waiting() {
        return bytes;
    }

    /** Returns whether {@code length} more bytes complete a message. */
    public boolean completes(int length) {
        return bytes + length >= held.length;
    }

    /** Copies a frame that does not complete a message. */
    public void keep(byte[] frame, int length) {
        System.arraycopy(frame, 0, held, bytes, length);
        bytes += length;
    }

    /**
     * Returns a whole message of the waiting frames and this frame, valid until the next call; the waiting frames stay
     * until {@link #clear}.
     */
    public byte[] with(byte[] frame, int length) {
        System.arraycopy(frame, 0, held, bytes, length);
        return held;
    }

    /**
     * Returns a whole message of the waiting frames and {@code silence}; the waiting frames stay until {@link #clear}.
     */
    public byte[] padded(byte silence) {
        Arrays.fill(held, bytes, held.length, silence);
        return held;
    }

    /** Drops the waiting frames. */
    public void clear() {
        bytes = 0;
    }
}
