package io.sidetone.core.turn.evidence;

/**
 * Speech of the last second in pieces: a caller in noise, or one who says it again because the agent goes on. A listener's mhm is
 * one piece. In stream time: one step per 20 ms frame. Lane thread only; allocates nothing.
 */
public final class RepeatedSpeech {
    private static final int FRAME_MS = 20;
    private static final long WINDOW = (1L << 50) - 1;

    /** A gap this long makes two pieces; shorter ones are within words. */
    private static final int GAP_FRAMES = 6;

    /** After such a gap it is about something else. */
    private static final int LONG_GAP_FRAMES = 30;

    /** A single frame is no second piece. */
    private static final int LEAST_FRAMES = 2;

    /** Clicks and bursts of noise have no piece this long. */
    private static final int WORD_FRAMES = 7;

    private static final int PARTS = 14;
    private static final int WHOLE = 25;

    /** The last frames, the newest in the lowest bit; 1 is speech. */
    private long frames;

    /** Adds a frame. */
    public void add(boolean speech) {
        if (speech && Long.numberOfTrailingZeros(frames) >= LONG_GAP_FRAMES) {
            frames = 0;
        }
        frames = frames << 1 & WINDOW | (speech ? 1 : 0);
    }

    /** Forgets what was heard. */
    public void clear() {
        frames = 0;
    }

    /**
     * Returns whether the caller speaks now in a second piece, and all pieces together are worth {@code ms} in one piece, gaps within words
     * included: they hold 14 of 25 parts of it, and one is as long as a word.
     */
    public boolean worth(int ms) {
        if ((frames & 1) == 0 || Long.bitCount(frames) * FRAME_MS * WHOLE < ms * PARTS) {
            return false;
        }
        int pieces = 1;
        int speech = 0;
        int gap = 0;
        int longest = 0;
        for (long rest = frames; rest != 0; rest >>>= 1) {
            if ((rest & 1) == 0) {
                gap++;
                continue;
            }
            if (gap >= GAP_FRAMES) {
                if (pieces == 1 && speech < LEAST_FRAMES) {
                    return false;
                }
                pieces++;
                speech = 0;
            }
            speech++;
            gap = 0;
            longest = Math.max(longest, speech);
        }
        return pieces > 1 && longest >= WORD_FRAMES;
    }
}
