package io.sidetone.transport.carrier;

/**
 * The marks that a carrier has not returned yet. A returned mark means that all audio before it was played. After a
 * clear it means that the audio was dropped. Names are {@code TOKEN:MS:EPOCH}; the epoch counts the clears, so that the
 * same position has another name after a clear.
 *
 * <p>One per connection, on its event loop; allocates nothing after its first mark.
 */
public final class MarkLedger {
    private static final int MARKS = 128;
    /** As many digits as always fit into a long. */
    private static final int MOST_DIGITS = 18;

    // Null until the first mark is sent: many connections never get that far.
    private long[] tokens;
    private long[] positions;

    private final long[] parts = new long[3];
    private long epoch;
    private long sent;
    private long done;
    private long playedToken;
    private long playedMs;
    private long ignored;

    /** Returns the number of clears so far: the last part of a mark's name. */
    public long epoch() {
        return epoch;
    }

    /** Notes a mark that is sent after all audio of turn {@code token} up to {@code positionMs}. */
    public void sent(long token, long positionMs) {
        if (tokens == null) {
            tokens = new long[MARKS];
            positions = new long[MARKS];
        }
        if (sent - done == MARKS) {
            // The carrier does not return marks: the oldest one is given up.
            done++;
        }
        int slot = (int) (sent % MARKS);
        tokens[slot] = token;
        positions[slot] = positionMs;
        sent++;
    }

    /** Notes a clear: audio before marks that have not been returned counts as not played. */
    public void cleared() {
        epoch++;
        done = sent;
    }

    /** Returns whether a mark has not been returned yet. */
    public boolean pending() {
        return sent > done;
    }

    /**
     * Takes a returned mark.
     *
     * @return whether it shows that audio was played; {@link #playedToken} and {@link #playedMs} then say which
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

    /** Returns the turn of the last valid mark. */
    public long playedToken() {
        return playedToken;
    }

    /** Returns how much of that turn was played, in ms. */
    public long playedMs() {
        return playedMs;
    }

    /** Returns the number of marks without meaning: of a cleared epoch, unknown, or not ours. */
    public long ignored() {
        return ignored;
    }

    /** Reads the numbers of a name into {@link #parts}; returns false when it is not one of our names. */
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
