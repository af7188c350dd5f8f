package io.sidetone.core.hearing;

import java.util.Arrays;

/**
 * What we sent, in step with what we hear. A canceller needs each near frame with the far frame that lies a constant time
 * before it, however packets bunch up or get lost; so frames are paired by their number in both streams, not by when they
 * came. The pair moves only when the caller's clock or path has: at once when his frame is ahead of us, slowly when he
 * falls behind. Lane thread only.
 */
final class FarReference {
    /** How many frames are remembered. */
    static final int FRAMES = 64;

    /** An echo of older frames is over. */
    private static final int OLDEST = 32;

    /** The time over which the shortest distance counts: 30 s of frames. */
    private static final int WINDOW_FRAMES = 1_500;

    /** What jitter may use up of the distance before the pair moves. */
    private static final int JITTER_FRAMES = 3;

    private final short[][] sent;
    private final boolean[] silent = new boolean[FRAMES];
    private long newest;
    private long offset;
    private long last;
    private long shortest;
    private int windowFrames;
    private boolean paired;

    FarReference(int frameSamples) {
        sent = new short[FRAMES][frameSamples];
        Arrays.fill(silent, true);
    }

    /** Takes the frame that we send now. */
    void sent(short[] pcm, int samples) {
        newest++;
        short[] slot = sent[slot(newest)];
        System.arraycopy(pcm, 0, slot, 0, Math.min(samples, slot.length));
        silent[slot(newest)] = false;
    }

    /** We send silence, or nothing, for 20 ms. */
    void silence() {
        newest++;
        silent[slot(newest)] = true;
    }

    /**
     * Finds the far frame of a near frame.
     *
     * @param nearFrame number of the near frame in the caller's stream
     * @return how many far frames lie between the last pair and this one: their near frames were lost
     */
    int pair(long nearFrame) {
        if (!paired || newest - (nearFrame + offset) > OLDEST) {
            offset = newest - nearFrame;
            last = newest - 1;
            beginWindow();
            paired = true;
        } else if (nearFrame + offset > newest) {
            // One frame more than needed: each move costs the canceller what it has learnt.
            offset = newest - nearFrame - 1;
            beginWindow();
        }
        long at = nearFrame + offset;
        shortest = Math.min(shortest, newest - at);
        windowFrames++;
        if (windowFrames == WINDOW_FRAMES) {
            if (shortest > JITTER_FRAMES) {
                offset += shortest - 1;
                at += shortest - 1;
            }
            beginWindow();
        }
        int between = (int) Math.max(0, Math.min(OLDEST, at - last - 1));
        last = at;
        return between;
    }

    private void beginWindow() {
        shortest = Long.MAX_VALUE;
        windowFrames = 0;
    }

    /** Returns the far frame {@code before} the one of the last pair; null is silence. Valid until it is overwritten. */
    short[] frame(int before) {
        long at = last - before;
        return at <= newest - FRAMES || silent[slot(at)] ? null : sent[slot(at)];
    }

    /** Forgets which frames belong together; what was sent stays. */
    void forget() {
        paired = false;
    }

    private static int slot(long frame) {
        return (int) Math.floorMod(frame, (long) FRAMES);
    }
}
