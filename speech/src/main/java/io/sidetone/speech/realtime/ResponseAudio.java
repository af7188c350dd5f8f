package io.sidetone.speech.realtime;

import java.util.Arrays;

/**
 * The encoded audio of one response, from the first byte that was not taken to its end. Positions count from its start.
 */
final class ResponseAudio {
    private byte[] bytes = new byte[8_192];
    private long start;
    private int held;

    void add(byte[] more) {
        if (held + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, held + more.length));
        }
        System.arraycopy(more, 0, bytes, held, more.length);
        held += more.length;
    }

    /** Returns the position behind the last byte. */
    long end() {
        return start + held;
    }

    /** Returns the position of the first byte that was not taken. */
    long read() {
        return start;
    }

    /** Takes the next {@code samples} samples; returns mono PCM16 in a new array. */
    short[] take(WireFormat format, int samples) {
        int count = samples * format.bytesPerSample;
        short[] pcm = format.decode(bytes, 0, samples);
        System.arraycopy(bytes, count, bytes, 0, held - count);
        held -= count;
        start += count;
        return pcm;
    }

    /** Drops the bytes that were not taken. */
    void drop() {
        start += held;
        held = 0;
        bytes = new byte[0];
    }
}
