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
    private static final int MAX_NAME = 60;

    private final long[] tokens = new long[MARKS];
    private final long[] positions = new long[MARKS];
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
        long[] parts = parts(name);
        if (parts == null || parts[2] != epoch) {
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

    private static long[] parts(String name) {
        if (name.length() > MAX_NAME) {
            return null;
        }
        String[] texts = name.split(":", -1);
        if (texts.length != 3) {
            return null;
        }
        long[] parts = new long[3];
        for (int i = 0; i < 3; i++) {
            if (!texts[i].matches("[0-9]{1,19}")) {
                return null;
            }
            try {
                parts[i] = Long.parseLong(texts[i]);
            } catch (NumberFormatException e) {
                return null;
            }
        }
        return parts;
    }
}
