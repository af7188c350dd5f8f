package io.sidetone.audio.vad;

import io.sidetone.audio.level.Level;
import java.util.Arrays;

/**
 * Predicts how loud the echo of our own voice can be, per band, from what we sent in the last half second.
 *
 * <p>For every delay of 0 to 480 ms it keeps the highest near-minus-far level of each of the last eight blocks of 300 ms of
 * our speech; the median of these is the coupling. An echo is in every block, a caller who talks over us is in a few, so
 * the onset of an interruption teaches nothing that lasts. The true delay is the one that explains all of the echo with
 * the least coupling. Before a delay has proven itself the loudest far frame of all delays counts, and before the first
 * block is full the least loss that a line is made for.
 */
final class EchoBound {
    /** What the bound reads when we are silent. */
    static final float NO_ECHO_DBOV = -120f;

    private static final int BANDS = Bands.COUNT;
    private static final int LAGS = 24;

    /** Index of the row that stands for all delays together. */
    private static final int ANY_LAG = LAGS;

    private static final int ROWS = LAGS + 1;
    private static final int BLOCKS = 8;
    private static final int BLOCK_FRAMES = 15;

    /** The first block is short: a caller may talk over our first words. */
    private static final int FIRST_BLOCK_FRAMES = 8;

    private static final float AGENT_SPEAKS_DBOV = -45f;
    private static final int LAG_FRAMES = 60;
    private static final int STABLE_BLOCKS = 2;

    /** A band teaches only while we are loud in it: within this of its recent peak, and above the quantising noise. */
    private static final float LOUD_RANGE_DB = 30f;

    private static final float PEAK_FALL_DB = 0.1f;
    private static final float QUIETEST_TEACHER_DBOV = -62f;

    /** Blocks of which the loudest counts, since a median of so few would follow a pause. */
    private static final int FEW_BLOCKS = 3;

    /** What comes back before an echo of this many frames' delay could have, teaches nothing. */
    private static final int FIRST_ECHO_FRAMES = 16;

    /** What a band is taken to return before it was seen: the least echo return loss of ITU-T G.168, 6 dB. */
    private static final float FIRST_COUPLING_DB = -6f;

    /** A band may seem to return more than it is sent, since echoes smear; what exceeds this is a caller who talks. */
    private static final float MAX_COUPLING_DB = 10f;

    private static final float UNKNOWN_DB = -120f;

    /** One short block says that there is next to no echo, or little else. */
    private static final float ONE_BLOCK_DOUBT_DB = 20f;

    private static final float FEW_BLOCKS_DOUBT_DB = 3f;

    /** We have been silent for longer than between two syllables. */
    private static final int STOPPED_FRAMES = 3;

    private static final float COST_FLOOR_DB = -60f;

    private final float[] lastFar = new float[BANDS];

    /** The louder of the far frames at a delay and one frame more, per band; the last row is the loudest of all. */
    private final float[][] farPairs = new float[BANDS][ROWS];

    private final float[] peaks = new float[BANDS];
    private final float[][][] blocks = new float[BLOCKS][BANDS][ROWS];
    private final float[][] current = new float[BANDS][ROWS];
    private final float[][] coupling = new float[BANDS][ROWS];
    private final float[] bound = new float[BANDS];
    private final float[] ascending = new float[BLOCKS];
    private int blockIndex;
    private int blockCount;
    private int blockFrames;
    private boolean blockTalked;
    private boolean lastTalked;
    private int spokenFrames;
    private int sinceSpoken;
    private int lag;
    private int lagBlocks;

    EchoBound() {
        reset();
    }

    /** Takes what we send in this frame: the level of each band and of all together. */
    void send(float[] farDbov, float farTotalDbov) {
        if (farTotalDbov > AGENT_SPEAKS_DBOV) {
            sinceSpoken = 0;
        } else if (sinceSpoken <= LAGS) {
            sinceSpoken++;
        }
        for (int band = 0; band < BANDS; band++) {
            float level = farDbov[band];
            float[] pairs = farPairs[band];
            System.arraycopy(pairs, 0, pairs, 1, LAGS - 1);
            // An echo of 20 ms straddles two frames and rings on: the louder of two neighbours counts.
            pairs[0] = Math.max(level, lastFar[band]);
            lastFar[band] = level;
            peaks[band] = Math.max(peaks[band] - PEAK_FALL_DB, level);
        }
        if (isActive()) {
            findLoudest();
        }
    }

    /** Returns whether an echo may come back in this frame. */
    boolean isActive() {
        return sinceSpoken <= LAGS;
    }

    private void findLoudest() {
        for (float[] pairs : farPairs) {
            float loudest = pairs[0];
            for (int row = 1; row < LAGS; row++) {
                if (pairs[row] > loudest) {
                    loudest = pairs[row];
                }
            }
            pairs[ANY_LAG] = loudest;
        }
    }

    /** Returns the level in dBov that the echo does not exceed, per band; valid until the next call. */
    float[] expected() {
        if (!isActive()) {
            Arrays.fill(bound, NO_ECHO_DBOV);
            return bound;
        }
        int row = spokenFrames >= LAG_FRAMES && lagBlocks >= STABLE_BLOCKS ? lag : ANY_LAG;
        for (int band = 0; band < BANDS; band++) {
            bound[band] = couplingDb(band, row) + farPairs[band][row];
        }
        return bound;
    }

    /**
     * Learns from what came back in this frame. A caller who talks teaches nothing once we have stopped; what seems to be
     * a caller while we talk on may be an echo that became louder.
     */
    void learn(float[] nearDbov, boolean callerTalks) {
        if (!isActive()) {
            return;
        }
        spokenFrames++;
        if (callerTalks && sinceSpoken > STOPPED_FRAMES) {
            forgetCurrent();
        }
        if (spokenFrames <= FIRST_ECHO_FRAMES || callerTalks && sinceSpoken > 0) {
            return;
        }
        for (int band = 0; band < BANDS; band++) {
            float near = nearDbov[band];
            float[] pairs = farPairs[band];
            float[] highest = current[band];
            float teacher = Math.max(peaks[band] - LOUD_RANGE_DB, QUIETEST_TEACHER_DBOV);
            for (int row = 0; row < ROWS; row++) {
                float seen = near - pairs[row];
                if (seen > highest[row] && pairs[row] > teacher) {
                    highest[row] = seen;
                }
            }
        }
        blockFrames++;
        blockTalked |= callerTalks;
        if (blockFrames == (blockCount == 0 ? FIRST_BLOCK_FRAMES : BLOCK_FRAMES)) {
            // A caller for whom we do not stop is an echo, or may as well be taken for one: the second block counts.
            boolean doubted = blockCount > 0 && blockCount < FEW_BLOCKS && blockTalked && !lastTalked;
            lastTalked = blockTalked;
            if (doubted) {
                forgetCurrent();
            } else {
                endBlock();
            }
        }
    }

    /** Drops the block in which the caller set in before we heard that. */
    private void forgetCurrent() {
        if (blockFrames > 0) {
            for (float[] levels : current) {
                Arrays.fill(levels, UNKNOWN_DB);
            }
            blockFrames = 0;
            blockTalked = false;
        }
    }

    private float couplingDb(int band, int row) {
        float known = coupling[band][row];
        if (known <= UNKNOWN_DB) {
            return FIRST_COUPLING_DB;
        }
        float doubt = blockCount > FEW_BLOCKS ? 0 : blockCount == 1 ? ONE_BLOCK_DOUBT_DB : FEW_BLOCKS_DOUBT_DB;
        return Math.min(known + doubt, MAX_COUPLING_DB);
    }

    private void endBlock() {
        for (int band = 0; band < BANDS; band++) {
            System.arraycopy(current[band], 0, blocks[blockIndex][band], 0, ROWS);
            Arrays.fill(current[band], UNKNOWN_DB);
        }
        blockIndex = (blockIndex + 1) % BLOCKS;
        blockCount = Math.min(blockCount + 1, BLOCKS);
        blockFrames = 0;
        blockTalked = false;
        for (int band = 0; band < BANDS; band++) {
            for (int row = 0; row < ROWS; row++) {
                coupling[band][row] = typical(band, row);
            }
        }
        chooseLag();
    }

    /** Returns the upper median of the blocks in which we were loud enough to be heard. */
    private float typical(int band, int row) {
        int count = 0;
        for (int block = 0; block < blockCount; block++) {
            float level = blocks[block][band][row];
            if (level > UNKNOWN_DB) {
                int at = count++;
                while (at > 0 && ascending[at - 1] > level) {
                    ascending[at] = ascending[at - 1];
                    at--;
                }
                ascending[at] = level;
            }
        }
        if (count == 0) {
            return UNKNOWN_DB;
        }
        return ascending[count <= FEW_BLOCKS ? count - 1 : count / 2];
    }

    private void chooseLag() {
        int best = 0;
        float least = Float.MAX_VALUE;
        for (int row = 0; row < LAGS; row++) {
            float cost = 0;
            for (int band = 0; band < BANDS; band++) {
                cost += EnergyVad.weight(band) * Math.max(couplingDb(band, row), COST_FLOOR_DB);
            }
            if (cost < least) {
                least = cost;
                best = row;
            }
        }
        lagBlocks = best == lag ? lagBlocks + 1 : 0;
        lag = best;
    }

    void reset() {
        for (int band = 0; band < BANDS; band++) {
            Arrays.fill(farPairs[band], Level.SILENCE_DBOV);
            Arrays.fill(current[band], UNKNOWN_DB);
            Arrays.fill(coupling[band], UNKNOWN_DB);
        }
        Arrays.fill(lastFar, Level.SILENCE_DBOV);
        Arrays.fill(peaks, Level.SILENCE_DBOV);
        blockIndex = 0;
        blockCount = 0;
        blockFrames = 0;
        blockTalked = false;
        lastTalked = false;
        spokenFrames = 0;
        sinceSpoken = LAGS + 1;
        lag = 0;
        lagBlocks = 0;
    }
}
