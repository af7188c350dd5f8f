package io.sidetone.transport.carrier;

/**
 * The marks that a carrier has yet to return. A mark says that everything sent before it was played, unless a clear came
 * between: then it only says that it was thrown away. Names are {@code TOKEN:MS:EPOCH}; the epoch counts the clears, so that
 * the same position, sent again after one, has another name.
 *
 * <p>One per connection, on its event loop; allocates nothing.
 */
public final class MarkLedger {
    private static final int MARKS = 128;
    /** As many as fit into a long without a look at the sum. */
    private static final int MOST_DIGITS = 18;

    private final long[] tokens = new long[MARKS];
    private final long[] positions = new long[MARKS];
    private final long[] parts = new long[3];
    private long epoch;
    private long sent;
    private long done;
    private long playedToken;
    private long playedMs;
    private long ignored;

    /** Which clear comes next: the last part of a mark's name. */
    public long epoch() {
        return epoch;
    }

    /** A mark goes out behind everything of turn {@code token} up to {@code positionMs}. */
    public void sent(long token, long positionMs) {
        if (sent - done == MARKS) {
            // The carrier does not return marks: the oldest will not be missed.
            done++;
        }
        int slot = (int) (sent % MARKS);
        tokens[slot] = token;
        positions[slot] = positionMs;
        sent++;
    }

    /** A clear goes out: whatever was not returned by now will not have been played. */
    public void cleared() {
        epoch++;
        done = sent;
    }

    /** Whether the carrier owes a mark. */
    public boolean pending() {
        return sent > done;
    }

    /**
     * A mark came back.
     *
     * @return whether it tells what was played; {@link #playedToken} and {@link #playedMs} then say what
     */
    public boolean returned(String name) {
        if (!read(name) || parts[2] != epoch) {
            ignored++;
            return false;
        }
        for (long at = done; at < sent; at++) {
            int slot = (int) (at % MARKS);
            if (tokens[slot] == parts[0] && positions[slot] == parts[1]) {
                done = at + 1;
                playedToken = parts[0];
                playedMs = parts[1];
                return true;
            }
        }
        ignored++;
        return false;
    }

    /** Turn of the last valid mark. */
    public long playedToken() {
        return playedToken;
    }

    /** How much of that turn was played, in ms. */
    public long playedMs() {
        return playedMs;
    }

    /** Marks that told nothing: of a cleared epoch, unknown, or not ours. */
    public long ignored() {
        return ignored;
    }

    /** Reads the numbers of a name into {@link #parts}; false where it is no name of ours. */
    private boolean read(String name) {
        int part = 0;
        int digits = 0;
        long value = 0;
        for (int at = 0; at <= name.length(); at++) {
            char symbol = at == name.length() ? ':' : name.charAt(at);
            if (symbol == ':' && digits > 0 && part < parts.length) {
                parts[part++] = value;
                digits = 0;
                value = 0;
            } else if (symbol < '0' || symbol > '9' || ++digits > MOST_DIGITS) {
                return false;
            } else {
                value = value * 10 + symbol - '0';
            }
        }
        return part == parts.length;
    }
}
