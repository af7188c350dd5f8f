package io.sidetone.audio.codec;

/**
 * The numbers of ITU-T G.722 at 64 kbit/s (section 6.2, tables 11 to 21).
 *
 * <p>The quantizers of the recommendation are symmetric, so the tables contain only magnitudes; the codes follow from
 * them.
 */
final class G722Tables {
    /** Ends of the intervals of the 60-level quantizer, scaled by 8; the last interval has no end. */
    static final int[] LOW_DECISIONS = {
        35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219, 1339,
        1458, 1612, 1765, 1980, 2195, 2557, 2919
    };

    /** End of the inner interval of the 4-level quantizer, on the same scale. */
    static final int HIGH_DECISION = 564;

    /** Largest logarithmic scale factor of the lower and the higher band. */
    static final int LOW_MAX_SCALE = 18_432;

    static final int HIGH_MAX_SCALE = 22_528;

    private static final int[] LOW_LEVELS = {
        136, 432, 728, 1040, 1360, 1688, 2032, 2400, 2776, 3168, 3576, 4008, 4464, 4944, 5456, 6000, 6576, 7192, 7856,
        8576, 9360, 10_232, 11_192, 12_280, 13_512, 14_984, 16_704, 19_008, 21_904, 24_808
    };
    private static final int[] LOW_COARSE_LEVELS = {0, 1200, 2584, 4240, 6288, 8968, 12_896, 20_456};
    private static final int[] LOW_SCALE_STEPS = {-60, -30, 58, 172, 334, 538, 1198, 3042};

    /** 6-bit code to level: the output of the lower band. */
    static final int[] LOW_LEVEL = lowLevels();

    /** 4-bit code (the upper 4 of the 6 bits) to level: both ends adapt by it. */
    static final int[] LOW_COARSE_LEVEL = new int[16];

    /** 4-bit code to the step of the logarithmic scale factor. */
    static final int[] LOW_SCALE_STEP = new int[16];

    /** 2-bit code to level. */
    static final int[] HIGH_LEVEL = {-7408, -1616, 7408, 1616};

    /** 2-bit code to the step of the logarithmic scale factor. */
    static final int[] HIGH_SCALE_STEP = {798, -214, 798, -214};

    /** 2,048 · 2^(i/32): the mantissas of the scale factor. */
    static final int[] MANTISSA = new int[32];

    static {
        for (int i = 0; i < MANTISSA.length; i++) {
            MANTISSA[i] = (int) StrictMath.rint(2048 * StrictMath.pow(2, i / 32.0));
        }
        for (int i = 1; i < LOW_COARSE_LEVELS.length; i++) {
            LOW_COARSE_LEVEL[8 - i] = -LOW_COARSE_LEVELS[i];
            LOW_COARSE_LEVEL[15 - i] = LOW_COARSE_LEVELS[i];
            LOW_SCALE_STEP[8 - i] = LOW_SCALE_STEPS[i];
            LOW_SCALE_STEP[15 - i] = LOW_SCALE_STEPS[i];
        }
        LOW_SCALE_STEP[0] = LOW_SCALE_STEPS[0];
        LOW_SCALE_STEP[15] = LOW_SCALE_STEPS[0];
    }

    private G722Tables() {}

    /** Four codes never leave an encoder, as their zeros could be taken for a lost line; they decode to the least level. */
    private static int[] lowLevels() {
        int[] levels = new int[64];
        for (int code = 0; code < 4; code++) {
            levels[code] = -LOW_LEVELS[0];
        }
        for (int interval = 0; interval < LOW_LEVELS.length; interval++) {
            levels[lowCode(interval, true)] = -LOW_LEVELS[interval];
            levels[lowCode(interval, false)] = LOW_LEVELS[interval];
        }
        return levels;
    }

    /** Returns the 6-bit code of an interval, 0 the innermost. */
    static int lowCode(int interval, boolean negative) {
        if (negative) {
            return interval < 2 ? 63 - interval : 33 - interval;
        }
        return 61 - interval;
    }
}
