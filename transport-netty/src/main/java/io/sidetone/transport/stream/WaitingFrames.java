package io.sidetone.transport.stream;

/**
 * Queue of what a slow peer has not taken yet, oldest first: payloads as they go to the wire, and ends of turns. Event loop only; a slot
 * keeps the buffer of its first payload, so that nothing is allocated once all were used.
 */
final class WaitingFrames {
    /** Frames that wait; half a second. */
    static final int MOST_FRAMES = 25;

    /** Ends of turns that find room when no frame does. */
    private static final int MOST = MOST_FRAMES + 7;

    private static final int END_OF_TURN = -1;

    private final byte[][] payloads = new byte[MOST][0];
    private final int[] lengths = new int[MOST];
    private final long[] tokens = new long[MOST];
    private final long[] positionsMs = new long[MOST];
    private int first;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Keeps a copy of {@code length} bytes of {@code payload}; returns false, and keeps nothing, where half a second waits. */
    boolean audio(byte[] payload, int length, long token, long positionMs) {
        if (count >= MOST_FRAMES) {
            return false;
        }
        int slot = add(length, token, positionMs);
        if (payloads[slot].length < length) {
            payloads[slot] = new byte[length];
        }
        System.arraycopy(payload, 0, payloads[slot], 0, length);
        return true;
    }

    /** Keeps the end of a turn; returns false where too many wait. */
    boolean end(long token, long positionMs) {
        if (count >= MOST) {
            return false;
        }
        add(END_OF_TURN, token, positionMs);
        return true;
    }

    private int add(int length, long token, long positionMs) {
        int slot = (first + count++) % MOST;
        lengths[slot] = length;
        tokens[slot] = token;
        positionsMs[slot] = positionMs;
        return slot;
    }

    /** Returns whether the oldest is the end of a turn. */
    boolean endsTurn() {
        return lengths[first] == END_OF_TURN;
    }

    /** The buffer of the oldest, valid until {@link #remove}; the first {@link #length} bytes are meant. */
    byte[] payload() {
        return payloads[first];
    }

    int length() {
        return lengths[first];
    }

    long token() {
        return tokens[first];
    }

    long positionMs() {
        return positionsMs[first];
    }

    /** Forgets the oldest. */
    void remove() {
        first = (first + 1) % MOST;
        count--;
    }

    void clear() {
        count = 0;
    }
}
