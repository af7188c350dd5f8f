package io.sidetone.bench.callers;

import io.sidetone.audio.codec.G711;
import java.util.Random;

/**
 * Encodes the number of a turn in sound that G.711 does not change: noise of two values, plus and minus a level of
 * mu-law. The levels of two turns are four steps apart. A fade leaves a sample at one end of its frame at full height,
 * so the loudest sample gives the turn. A frame that is faded in and out has its loudest sample in the middle, at a
 * quarter of the height. Stateless.
 */
public final class TurnTags {
    /** The number of turns that can be distinguished. */
    public static final int COUNT = 16;

    /** The frame is silent. */
    static final int SILENT = -1;

    /** The frame is neither silent nor of any turn. */
    static final int UNKNOWN = -2;

    private static final int LOWEST = 40;
    private static final int STEP = 4;
    private static final int TOLERATED = 1;
    private static final int QUIET = 2;
    private static final int EDGE = 32;
    private static final int IN_AND_OUT = 4;

    private TurnTags() {}

    /**
     * Returns {@code samples} of turn {@code tag}: white noise, because an echo canceller must not mistake it for a
     * caller.
     */
    public static short[] sound(int tag, int samples) {
        short level = level(LOWEST + STEP * tag);
        short[] pcm = new short[samples];
        Random random = new Random(tag);
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) (random.nextBoolean() ? level : -level);
        }
        return pcm;
    }

    /** Returns the turn of a mu-law frame. */
    public static int read(byte[] frame) {
        int loudest = 0;
        int at = 0;
        for (int i = 0; i < frame.length; i++) {
            int code = ~frame[i] & 0x7f;
            if (code > loudest) {
                loudest = code;
                at = i;
            }
        }
        if (loudest <= QUIET) {
            return SILENT;
        }
        boolean bothWays = at >= EDGE && at < frame.length - EDGE;
        int code = bothWays ? code(IN_AND_OUT * level(loudest)) : loudest;
        int tag = (code - LOWEST + STEP / 2) / STEP;
        boolean clear = tag >= 0 && tag < COUNT && Math.abs(code - LOWEST - STEP * tag) <= TOLERATED;
        return clear ? tag : UNKNOWN;
    }

    /** The code of a positive level is its complement. */
    private static short level(int code) {
        return G711.PCMU.level((byte) ~code);
    }

    private static int code(int level) {
        byte[] code = new byte[1];
        G711.PCMU.encode(new short[] {(short) Math.min(Short.MAX_VALUE, level)}, 0, 1, code, 0);
        return ~code[0] & 0x7f;
    }
}
