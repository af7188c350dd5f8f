package io.sidetone.audio.vad;

import io.sidetone.audio.level.Level;
import java.util.Arrays;

/**
 * Predicts how loud the echo of our own voice can be, per band, from what we sent in the last half second.
 *
 * <p>For every delay of 0 to 480 ms it keeps the highest near-minus-far level of the last 2.1 s of our speech (in blocks of
 * 300 ms, the newest left out, which a talking caller may have raised). The true delay is the one that explains all of the
 * echo with the least coupling. Before a delay has proven itself the loudest far frame of all delays counts, and in the
 * first second of our speech a coupling of 0 dB.
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

    private static final float AGENT_SPEAKS_DBOV = -45f;
    private static final int LAG_FRAMES = 60;
    private static final int STABLE_BLOCKS = 2;

    /** A band teaches only while we are loud in it: within this of its recent peak, and above the quantising noise. */
    private static final float LOUD_RANGE_DB = 30f;

    private static final float PEAK_FALL_DB = 0.1f;
    private static final float QUIETEST_TEACHER_DBOV = -62f;

    /** What a band is taken to return before it was seen: as much as it is sent. */
    private static final float FIRST_COUPLING_DB = 0f;

    /** A band may seem to return more than it is sent, since echoes smear; what exceeds this is a caller who talks. */
    private static final float MAX_COUPLING_DB = 10f;

    private static final float UNKNOWN_DB = -120f;

    /** While the caller seems to talk, a block may raise the coupling by no more than this: a changed path is still learnt. */
    private static final float RAISE_WHILE_SPEECH_DB = 6f;

    private static final float COST_FLOOR_DB = -60f;

    private final float[] lastFar = new float[BANDS];

    /** The louder of the far frames at a delay and one frame more, per band; the last row is the loudest of all. */
    private final float[][] farPairs = new float[BANDS][ROWS];

    private final float[] peaks = new float[BANDS];
    private final float[][][] blocks = new float[BLOCKS][BANDS][ROWS];
    private final float[][] current = new float[BANDS][ROWS];
    private final float[][] coupling = new float[BANDS][ROWS];
    private final float[] bound = new float[BANDS];
    private int blockIndex;
    private int blockCount;
    private int blockFrames;
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

    /** Learns from what came back in this frame. */
    void learn(float[] nearDbov, boolean callerTalks) {
        if (!isActive()) {
            return;
        }
        spokenFrames++;
        if (spokenFrames <= LAGS) {
            // The echo of our first words may still be under way: silence now teaches nothing.
            return;
        }
        boolean careful = callerTalks && blockCount > 1;
        for (int band = 0; band < BANDS; band++) {
            float near = nearDbov[band];
            float[] pairs = farPairs[band];
            float[] highest = current[band];
            float teacher = Math.max(peaks[band] - LOUD_RANGE_DB, QUIETEST_TEACHER_DBOV);
            for (int row = 0; row < ROWS; row++) {
                float seen = near - pairs[row];
                if (seen > highest[row] && pairs[row] > teacher) {
                    float limit = careful ? couplingDb(band, row) + RAISE_WHILE_SPEECH_DB : seen;
                    highest[row] = Math.max(highest[row], Math.min(seen, limit));
                }
            }
        }
        blockFrames++;
        if (blockFrames == BLOCK_FRAMES) {
            endBlock();
        }
    }

    private float couplingDb(int band, int row) {
        float known = coupling[band][row];
        return known <= UNKNOWN_DB ? FIRST_COUPLING_DB : Math.min(known, MAX_COUPLING_DB);
    }

    private void endBlock() {
        // The block that ended last is still too young; the ones before it count from now on.
        for (int band = 0; band < BANDS; band++) {
            float[] sum = coupling[band];
            Arrays.fill(sum, UNKNOWN_DB);
            for (int block = 0; block < blockCount; block++) {
                float[] highest = blocks[block][band];
                for (int row = 0; row < ROWS; row++) {
                    sum[row] = Math.max(sum[row], highest[row]);
                }
            }
            System.arraycopy(current[band], 0, blocks[blockIndex][band], 0, ROWS);
            Arrays.fill(current[band], UNKNOWN_DB);
        }
        blockIndex = (blockIndex + 1) % BLOCKS;
        blockCount = Math.min(blockCount + 1, BLOCKS);
        blockFrames = 0;
        chooseLag();
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
        spokenFrames = 0;
        sinceSpoken = LAGS + 1;
        lag = 0;
        lagBlocks = 0;
    }
}
