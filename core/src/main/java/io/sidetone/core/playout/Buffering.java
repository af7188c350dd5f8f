package io.sidetone.core.playout;

/**
 * Way in which the far end keeps what it is sent. A peer with a lead gets frames that much before their time while the agent
 * speaks, and nothing in between; one without gets a frame every 20 ms, silence included.
 *
 * @param leadMs how far ahead of its time a frame goes, a multiple of 20; 0 for media in real time (RTP)
 * @param pausable whether the peer can stand still and go on; otherwise what it holds at a pause is heard, up to
 *     {@link #LEAST_CLEARED_MS}, or cleared and sent again
 * @param marks whether the peer reports how far it has played
 */
public record Buffering(int leadMs, boolean pausable, boolean marks) {
    /** Media in real time. */
    public static final Buffering NONE = new Buffering(0, false, false);

    /** A peer that holds more than this at a pause is cleared. */
    public static final int LEAST_CLEARED_MS = 60;

    private static final int FRAME_MS = 20;
    private static final int MOST_MS = 500;

    /** Checks the lead. */
    public Buffering {
        if (leadMs < 0 || leadMs > MOST_MS || leadMs % FRAME_MS != 0) {
            throw new IllegalArgumentException(
                    "a lead of " + leadMs + " ms is no multiple of 20 between 0 and " + MOST_MS);
        }
    }

    /** Returns whether the far end keeps anything. */
    public boolean kept() {
        return leadMs > 0;
    }

    /** Returns whether a pause throws away what the peer holds. */
    public boolean clearsAtPause() {
        return !pausable && leadMs > LEAST_CLEARED_MS;
    }
}
