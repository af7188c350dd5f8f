package io.sidetone.audio.echo;

import java.util.Arrays;

/**
 * Limits the level of the echo per band when no filter removes it: the echo is at most as loud as the loudest frame
 * that we sent in the last half second, less the loss of the line.
 *
 * <p>Until the loss is known, it is the least loss that lines are made for (ITU-T G.168, 6 dB). It becomes known in two
 * ways. First, every block of 100 ms of our speech contains an echo, so the second lowest of the blocks' highest
 * near-minus-far levels is never below it; a caller who talks over some blocks raises it little. Second, sound as loud
 * as an echo but unlike our audio is no echo; each such frame lowers the limit.
 */
public final class EchoGate {
    /** The limit when nothing was sent. */
    public static final float NO_ECHO_DBOV = -120f;

    /** An echo returns within so many frames. */
    public static final int FAR_FRAMES = 20;

    private static final float AGENT_SPEAKS_DBOV = -45f;
    private static final float FIRST_COUPLING_DB = -6f;
    private static final float LEAST_COUPLING_DB = -40f;

    /** The number of unlike frames that may be chance, and how far each further one lowers the limit. */
    private static final int CHANCE_FRAMES = 10;

    private static final float FALL_DB = 1f;

    /** No loss is learned until the agent was audible for so many frames: before, its first echo may be on its way. */
    private static final int FIRST_ECHO_FRAMES = 16;

    private static final int BLOCKS = 8;
    private static final int BLOCK_FRAMES = 5;
    private static final int FEWEST_BLOCKS = 3;
    private static final int RANK = 1;
    private static final float LEARNT_DOUBT_DB = 3f;

    private final int bands;
    /** Levels of the last frames, one after the other: all of them are looked at in each frame. */
    private final float[] levels;

    private final float[] loudest;
    private final float[] bound;
    private final float[][] blocks;
    private final float[] highest;
    private final float[] learntDb;
    private final float[] ascending = new float[BLOCKS];
    private int newest;
    private int sinceSent;
    private int audibleFrames;
    private int quietFrames;
    private int blockFrames;
    private int blockCount;
    private int unlikeFrames;

    /** Creates a gate for levels in {@code bands} bands. */
    public EchoGate(int bands) {
        this.bands = bands;
        levels = new float[FAR_FRAMES * bands];
        loudest = new float[bands];
        bound = new float[bands];
        blocks = new float[BLOCKS][bands];
        highest = new float[bands];
        learntDb = new float[bands];
        reset();
    }

    /** Takes the levels in dBov of the frame sent now, per band; null is silence. */
    public void send(float[] farDbov) {
        if (farDbov == null && !active()) {
            return;
        }
        newest = (newest + 1) % FAR_FRAMES;
        for (int band = 0; band < bands; band++) {
            replace(band, farDbov == null ? NO_ECHO_DBOV : farDbov[band]);
        }
        sinceSent = farDbov == null ? sinceSent + 1 : 0;
        if (!active()) {
            boundNothing();
        }
    }

    /** Puts the newest level of a band in the place of the oldest, which may have been the loudest. */
    private void replace(int band, float level) {
        int at = newest * bands + band;
        float oldest = levels[at];
        levels[at] = level;
        if (level >= loudest[band]) {
            loudest[band] = level;
        } else if (oldest >= loudest[band]) {
            float most = NO_ECHO_DBOV;
            for (int i = band; i < levels.length; i += bands) {
                most = Math.max(most, levels[i]);
            }
            loudest[band] = most;
        }
    }

    /** Frames were sent whose levels nobody measured: what was sent before them is no measure any more. */
    public void unmeasured() {
        Arrays.fill(levels, NO_ECHO_DBOV);
        Arrays.fill(loudest, NO_ECHO_DBOV);
    }

    /** Notes that what was sent is over: this stays the answer until something is sent again. */
    private void boundNothing() {
        Arrays.fill(loudest, NO_ECHO_DBOV);
        Arrays.fill(bound, NO_ECHO_DBOV);
        awaitFirstEcho();
    }

    /** Returns whether an echo may return in this frame. */
    public boolean active() {
        return sinceSent < FAR_FRAMES;
    }

    /** Returns the highest possible level of the echo in dBov, per band; valid until the next call, and not to be written to. */
    public float[] bound() {
        if (!active()) {
            return bound;
        }
        float fallen = FIRST_COUPLING_DB - FALL_DB * Math.max(0, unlikeFrames - CHANCE_FRAMES);
        float coupling = Math.max(LEAST_COUPLING_DB, fallen);
        for (int band = 0; band < bands; band++) {
            bound[band] = Math.max(NO_ECHO_DBOV, loudest[band] + Math.min(coupling, learntDb[band]));
        }
        return bound;
    }

    /**
     * Learns from the returned sound of this frame; call after {@link #bound()}.
     *
     * @param nearDbov levels of the bands
     * @param farTotalDbov level of the frame that we sent at this time
     * @param unlike whether it is as loud as an echo may be, and unlike our audio
     */
    public void learn(float[] nearDbov, float farTotalDbov, boolean unlike) {
        if (unlike) {
            unlikeFrames++;
        }
        if (!active()) {
            return;
        }
        if (farTotalDbov < AGENT_SPEAKS_DBOV) {
            quietFrames++;
            if (quietFrames == FAR_FRAMES) {
                awaitFirstEcho();
            }
            return;
        }
        quietFrames = 0;
        if (audibleFrames < FIRST_ECHO_FRAMES) {
            audibleFrames++;
            return;
        }
        for (int band = 0; band < bands; band++) {
            highest[band] = Math.max(highest[band], nearDbov[band] - loudest[band]);
        }
        blockFrames++;
        if (blockFrames == BLOCK_FRAMES) {
            endBlock();
        }
    }

    /** The agent was silent long enough that all echoes are over: the next one comes after its first words, too. */
    private void awaitFirstEcho() {
        quietFrames = 0;
        audibleFrames = 0;
        blockFrames = 0;
        Arrays.fill(highest, NO_ECHO_DBOV);
    }

    private void endBlock() {
        System.arraycopy(highest, 0, blocks[blockCount % BLOCKS], 0, bands);
        Arrays.fill(highest, NO_ECHO_DBOV);
        blockFrames = 0;
        // The count goes back by one full round, so that it never overflows.
        blockCount = blockCount + 1 == 2 * BLOCKS ? BLOCKS : blockCount + 1;
        if (blockCount >= FEWEST_BLOCKS) {
            for (int band = 0; band < bands; band++) {
                learntDb[band] = secondLowest(band) + LEARNT_DOUBT_DB;
            }
        }
    }

    private float secondLowest(int band) {
        int count = Math.min(blockCount, BLOCKS);
        for (int block = 0; block < count; block++) {
            float level = blocks[block][band];
            int at = block;
            while (at > 0 && ascending[at - 1] > level) {
                ascending[at] = ascending[at - 1];
                at--;
            }
            ascending[at] = level;
        }
        return ascending[RANK];
    }

    /** An echo was found: if it is lost again, the limit begins at the top. */
    public void found() {
        unlikeFrames = 0;
    }

    /** Resets the gate to the state of a new one. */
    public void reset() {
        Arrays.fill(levels, NO_ECHO_DBOV);
        Arrays.fill(learntDb, 0f);
        sinceSent = FAR_FRAMES;
        boundNothing();
        blockCount = 0;
        unlikeFrames = 0;
    }
}
