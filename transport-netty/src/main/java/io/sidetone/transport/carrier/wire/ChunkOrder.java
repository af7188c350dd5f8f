package io.sidetone.transport.carrier.wire;

/**
 * Sorts the audio of a track by chunk numbers, for carriers that do not guarantee the order (Telnyx). It waits for a
 * missing chunk until {@value #WINDOW} later ones have arrived; chunks that arrive too late are dropped and counted.
 * One per connection, on its event loop; allocates only to grow.
 */
public final class ChunkOrder {
    /** The number of chunks that wait for an earlier one. */
    public static final int WINDOW = 4;

    private static final int SLOTS = 8;
    /** A larger jump means that counting began anew, not a loss. */
    private static final int MOST_AHEAD = 1_000;

    private final byte[][] audio = new byte[SLOTS][0];
    private final int[] lengths = new int[SLOTS];
    private final long[] chunks = new long[SLOTS];
    private final Sink sink;
    private long expected = -1;
    private int waiting;
    private int inThePast;
    private long late;
    private long lost;

    /** Receives audio in order. */
    @FunctionalInterface
    public interface Sink {
        /** Takes {@code audio[0..length)}; the array is only lent. */
        void audio(byte[] audio, int length, long nowNs);
    }

    /** Creates an order that begins with the first chunk to arrive. */
    public ChunkOrder(Sink sink) {
        this.sink = sink;
        java.util.Arrays.fill(chunks, -1);
    }

    /** Takes {@code from[0..length)} as chunk {@code chunk}; without a number (−1) it passes at once. */
    public void add(long chunk, byte[] from, int length, long nowNs) {
        if (chunk < 0 || expected < 0) {
            expected = chunk < 0 ? expected : chunk + 1;
            sink.audio(from, length, nowNs);
            return;
        }
        if (chunk == expected) {
            inThePast = 0;
            expected++;
            sink.audio(from, length, nowNs);
            release(nowNs);
            return;
        }
        boolean restarted = chunk < expected && ++inThePast > SLOTS;
        if (chunk - expected > MOST_AHEAD || restarted) {
            flush(nowNs);
            inThePast = 0;
            expected = chunk + 1;
            sink.audio(from, length, nowNs);
            return;
        }
        int slot = (int) (chunk % SLOTS);
        if (chunk < expected || chunks[slot] == chunk) {
            late++;
            return;
        }
        while (waiting > 0 && chunk - expected >= SLOTS) {
            skip(nowNs);
        }
        if (chunk - expected >= SLOTS) {
            lost += chunk - expected;
            expected = chunk + 1;
            sink.audio(from, length, nowNs);
            return;
        }
        if (chunk == expected) {
            expected++;
            sink.audio(from, length, nowNs);
            release(nowNs);
            return;
        }
        keep(slot, chunk, from, length);
        if (waiting >= WINDOW) {
            skip(nowNs);
        }
    }

    private void keep(int slot, long chunk, byte[] from, int length) {
        if (audio[slot].length < length) {
            audio[slot] = new byte[length];
        }
        System.arraycopy(from, 0, audio[slot], 0, length);
        lengths[slot] = length;
        chunks[slot] = chunk;
        waiting++;
    }

    /** Gives up the missing chunks before the waiting ones. */
    private void skip(long nowNs) {
        while (waiting > 0 && chunks[(int) (expected % SLOTS)] != expected) {
            lost++;
            expected++;
        }
        release(nowNs);
    }

    private void release(long nowNs) {
        int slot = (int) (expected % SLOTS);
        while (waiting > 0 && chunks[slot] == expected) {
            chunks[slot] = -1;
            waiting--;
            expected++;
            sink.audio(audio[slot], lengths[slot], nowNs);
            slot = (int) (expected % SLOTS);
        }
    }

    private void flush(long nowNs) {
        while (waiting > 0) {
            skip(nowNs);
        }
    }

    /** Returns the number of chunks that arrived after they were given up, or twice. */
    public long late() {
        return late;
    }

    /** Returns the number of chunks that were given up. */
    public long lost() {
        return lost;
    }
}
