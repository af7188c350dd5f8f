package io.sidetone.core.turn.evidence;

/**
 * The present burst of speech, in stream time: one step per 20 ms frame. Lane thread only; allocates nothing.
 */
public final class SpeechBurst {
    private static final int FRAME_MS = 20;
    private static final long MS = 1_000_000L;

    /** A gap inside a burst that does not break it: plosives, the weak syllables of a caller in noise. */
    private static final int BRIDGE_MS = 300;

    private int spanMs;
    private int speechMs;
    private int gapMs;
    private long startNs;

    /** Adds a frame received at {@code nowNs}. */
    public void add(boolean speech, long nowNs) {
        if (speech) {
            beginAt(nowNs - FRAME_MS * MS);
            spanMs += gapMs + FRAME_MS;
            speechMs += FRAME_MS;
            gapMs = 0;
        } else if (speechMs > 0) {
            gapMs += FRAME_MS;
            if (gapMs > BRIDGE_MS) {
                clear();
            }
        }
    }

    /** Speech began at {@code startNs} unless a burst is under way. */
    public void beginAt(long startNs) {
        if (speechMs == 0) {
            this.startNs = startNs;
        }
    }

    /** Forgets the burst. */
    public void clear() {
        spanMs = 0;
        speechMs = 0;
        gapMs = 0;
    }

    /** Returns whether the burst lasts {@code ms} from the first to the last speech frame, and half of it is speech. */
    public boolean lasts(int ms) {
        return gapMs == 0 && spanMs >= ms && speechMs * 2 >= spanMs;
    }

    /** Speech frames of the burst, in ms. */
    public int speechMs() {
        return speechMs;
    }

    /** Returns how long the burst is, with the gap it may be in; 0 if there is none. */
    public int lengthMs() {
        return spanMs + gapMs;
    }

    /** Returns when the last burst began. */
    public long startNs() {
        return startNs;
    }
}
