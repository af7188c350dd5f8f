package io.sidetone.core.hearing;

import io.sidetone.audio.vad.SpeechDetector;
import java.util.Arrays;

/**
 * Sound that we sent, in step with what we hear. A canceller needs each near frame with the far frame that lies a constant time
 * before it, however packets bunch up or get lost; so frames are paired by their number in both streams, not by when they
 * came. The pair moves only when the caller's clock or path has, not when a thread stood still: soon when he is ahead of us
 * again and again, slowly when he falls behind. Frames of ours that are overdue say that our own pacing stands still, so a
 * near frame may be ahead of what was sent then. Lane thread only. The frames, 38 KB at 8 kHz, are allocated when we begin to
 * speak, and dropped when all of them are silent: most calls listen most of the time.
 */
final class FarReference {
    /** Greatest age of a frame that is paired. */
    static final int REACH = 64;

    /** Number of frames that are remembered: the detector reads those that it was given for some time. */
    static final int FRAMES = REACH + SpeechDetector.READ_FRAMES;

    /** An echo of older frames is over. */
    private static final int OLDEST = 32;

    /** The time over which the shortest distance counts: 30 s of frames. */
    private static final int WINDOW_FRAMES = 1_500;

    /** Part of the distance that jitter may use up before the pair moves. */
    private static final int JITTER_FRAMES = 3;

    /**
     * The time after the first pair in which the distance of the two clocks is still being found; the second half of it
     * says whether the first pairs were too far apart.
     */
    private static final int SETTLING_FRAMES = 100;

    /** So many overdue frames are no race between a near frame and the tick of the same time: the pacing stands still. */
    private static final int STOOD_STILL_FRAMES = 2;

    /** Number of times in a window that a frame may be ahead of ours, because a thread stood still, before the pair moves. */
    private static final int AHEAD_FRAMES = 3;

    /** Frames in a row that may be too old before the pair is given up: 2 s. */
    private static final int STRAYS = 100;

    /** No thread stands still for so long: 5 s. */
    private static final int ANOTHER_STREAM = 250;

    private final int frameSamples;
    /** Null while all are silent. */
    private short[][] sent;

    private final boolean[] silent = new boolean[FRAMES];
    private long newest;

    /** The newest one that is not silent. */
    private long newestSound;

    private long offset;
    private long last;
    private long shortest;
    private int windowFrames;
    private int settling;
    private int strays;
    private int aheadFrames;
    private long newestWhenAhead;
    private boolean missing;
    private boolean paired;
    private boolean begun;

    FarReference(int frameSamples) {
        this.frameSamples = frameSamples;
        Arrays.fill(silent, true);
    }

    /** Takes the frame that we send now. */
    void sent(short[] pcm, int samples) {
        if (sent == null) {
            sent = new short[FRAMES][frameSamples];
        }
        newest++;
        short[] slot = sent[slot(newest)];
        System.arraycopy(pcm, 0, slot, 0, Math.min(samples, slot.length));
        silent[slot(newest)] = false;
        newestSound = newest;
    }

    /** We send silence, or nothing, for 20 ms. */
    void silence() {
        newest++;
        silent[slot(newest)] = true;
        if (newest - newestSound >= FRAMES) {
            sent = null;
        }
    }

    /** The time of {@code frames} frames has passed and nothing was sent. */
    void skip(long frames) {
        for (long i = 0; i < Math.min(frames, FRAMES); i++) {
            silence();
        }
        // All slots are silent by now; the numbers go on with the media time.
        long beyond = Math.max(0, frames - FRAMES);
        newest += beyond;
    }

    /**
     * Finds the far frame of a near frame.
     *
     * @param nearFrame number of the near frame in the caller's stream
     * @param overdue far frames whose time had come when the near frame came, and that are neither sent nor skipped yet
     * @return how many far frames lie between the last pair and this one: their near frames were lost
     */
    int pair(long nearFrame, long overdue) {
        long reached = overdue >= STOOD_STILL_FRAMES ? newest + overdue : newest;
        long at = nearFrame + offset;
        begun = !paired || stray(at);
        if (begun || at > reached && (at - reached > OLDEST || moves())) {
            // One frame more than needed: each move costs the canceller what it has learnt.
            at = reached - 1;
            offset = at - nearFrame;
            if (begun) {
                last = at - 1;
                begin();
            } else {
                beginWindow();
            }
        }
        missing = at > newest;
        if (missing) {
            return 0;
        }
        shortest = Math.min(shortest, newest - at);
        windowFrames++;
        boolean settled = settling == 1;
        settling = Math.max(0, settling - 1);
        if (settled || windowFrames == WINDOW_FRAMES) {
            if (shortest > JITTER_FRAMES) {
                offset += shortest - 1;
                at += shortest - 1;
            }
            beginWindow();
        }
        if (settling == SETTLING_FRAMES / 2) {
            beginWindow();
        }
        int between = (int) Math.max(0, Math.min(OLDEST, at - last - 1));
        last = at;
        return between;
    }

    /** Returns whether the pair makes no sense any more: for some time, since a thread that stood still comes back to it. */
    private boolean stray(long at) {
        strays = newest - at > OLDEST ? strays + 1 : 0;
        return strays > (settling > 0 || newest - at > ANOTHER_STREAM ? 0 : STRAYS);
    }

    /** Returns whether what is ahead of us moves the pair: at first at once, later when it is ahead although we went on. */
    private boolean moves() {
        aheadFrames += newest > newestWhenAhead ? 1 : 0;
        newestWhenAhead = newest;
        return settling > 0 || aheadFrames > AHEAD_FRAMES;
    }

    private void begin() {
        paired = true;
        strays = 0;
        settling = SETTLING_FRAMES;
        beginWindow();
    }

    private void beginWindow() {
        shortest = Long.MAX_VALUE;
        windowFrames = 0;
        aheadFrames = 0;
    }

    /** Returns the far frame {@code before} the one of the last pair; null is silence. Valid until it is overwritten. */
    short[] frame(int before) {
        if (missing) {
            return null;
        }
        long at = last - before;
        return at <= newest - REACH || silent[slot(at)] ? null : sent[slot(at)];
    }

    /**
     * Returns whether no near frame has come for so long that the next frame takes the place of one that the detector was given and may
     * still read.
     */
    boolean outOfReach() {
        return newest - last >= REACH;
    }

    /**
     * Returns whether the last pair began anew: frames that the detector was given may lie further back than those that it is given from
     * now on tell, and {@link #outOfReach} does not know of them any more.
     */
    boolean begun() {
        return begun;
    }

    /** Forgets which frames belong together; what was sent stays. */
    void forget() {
        paired = false;
    }

    private static int slot(long frame) {
        return (int) Math.floorMod(frame, (long) FRAMES);
    }
}
