package io.sidetone.audio.vad;

import io.sidetone.audio.frame.Level;

/**
 * Finds frames that cannot be speech: so quiet, for so long. They are only counted, and what they mean for the
 * floors and features is found when something louder comes.
 */
final class Hush {
    /** Level that every band of such a frame counts as: a sixth of −70 dBov. */
    static final float BAND_DBOV = -78f;

    /**
     * A frame below this holds no voice that a line carries: the two smallest steps of the µ-law are −72 and −66 dBov, the smallest of the
     * A-law is −72 (ITU-T G.711 tables 1 and 2).
     */
    private static final float LOUDEST_DBOV = -66f;

    private static final float LOUDEST_MEAN_SQUARE = Level.meanSquareOfDbov(LOUDEST_DBOV);

    /** Every so many samples one is looked at first: most frames of a voice are loud by these. */
    private static final int STRIDE = 8;

    /** A voice is as quiet between two words; after this time, 200 ms, the word is over. */
    private static final int FIRST_FRAMES = 10;

    /** Number of frames, 2 s of a stream, after which it is known what a voice is compared with. */
    private static final int SETTLING_FRAMES = 100;

    /** Nothing remembers more frames. */
    private static final int REMEMBERED_FRAMES = Math.max(NoiseFloors.QUIET_FRAMES, SpeechFeatures.REMEMBERED_FRAMES);

    private float meanSquare;
    private int quietFrames;
    private int settling = SETTLING_FRAMES;
    private int counted;

    /** Adds the next frame of the stream, mono PCM16. Returns whether it is so quiet, and so were those before it. */
    boolean add(short[] pcm, int off, int samples) {
        boolean loud = farApart(pcm, off, samples);
        meanSquare = loud ? LOUDEST_MEAN_SQUARE : Level.variance(pcm, off, samples);
        quietFrames = meanSquare < LOUDEST_MEAN_SQUARE ? Math.min(quietFrames + 1, FIRST_FRAMES + 1) : 0;
        settling = Math.max(0, settling - 1);
        return quietFrames > FIRST_FRAMES && settling == 0;
    }

    /**
     * Returns whether two samples are so far apart that the frame is loud, whatever the others are: two alone have half the square of that.
     */
    private static boolean farApart(short[] pcm, int off, int samples) {
        int lowest = pcm[off];
        int highest = lowest;
        for (int i = off + STRIDE; i < off + samples; i += STRIDE) {
            lowest = Math.min(lowest, pcm[i]);
            highest = Math.max(highest, pcm[i]);
        }
        float apart = highest - lowest;
        return apart * apart > 2 * LOUDEST_MEAN_SQUARE * samples;
    }

    /** Counts the frame: nothing else is done with it. */
    void count() {
        counted = Math.min(counted + 1, REMEMBERED_FRAMES);
    }

    /** Returns how many frames were counted and not yet taken: the last frames of the stream. */
    int counted() {
        return counted;
    }

    /** All that were counted are taken. */
    void taken() {
        counted = 0;
    }

    /** Returns the level of the last frame, without its mean; only of one that is counted. */
    float levelDbov() {
        return Level.dbovOfMeanSquare(meanSquare);
    }

    void reset() {
        quietFrames = 0;
        settling = SETTLING_FRAMES;
        counted = 0;
    }
}
