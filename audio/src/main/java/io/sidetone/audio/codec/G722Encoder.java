package io.sidetone.audio.codec;

/** PCM16 at 16 kHz to G.722 at 64 kbit/s: two samples to one byte. One instance per stream. */
final class G722Encoder {
    private static final int MOST = G722Mirror.MOST;

    private final G722Band lower = G722Band.lower();
    private final G722Band higher = G722Band.higher();
    private final G722Mirror mirror = new G722Mirror();
    private final int[] evens = new int[MOST];
    private final int[] odds = new int[MOST];

    void reset() {
        lower.reset();
        higher.reset();
        mirror.reset();
    }

    /** Encodes pairs of samples; null means zeros. */
    void encode(short[] pcm, int off, int pairs, byte[] out, int outOff) {
        for (int done = 0; done < pairs; done += MOST) {
            int count = Math.min(MOST, pairs - done);
            for (int i = 0; i < count; i++) {
                int at = off + 2 * (done + i);
                mirror.put(i, pcm == null ? 0 : pcm[at], pcm == null ? 0 : pcm[at + 1]);
            }
            mirror.filter(count, evens, odds);
            for (int i = 0; i < count; i++) {
                int low = low(odds[i] + evens[i] >> 14);
                int high = high(odds[i] - evens[i] >> 14);
                out[outOff + done + i] = (byte) (high << 6 | low);
            }
        }
    }

    private int low(int sample) {
        int error = limit(sample - lower.prediction());
        boolean negative = error < 0;
        int code = G722Tables.lowCode(lowInterval(negative ? ~error : error, lower.scale()), negative);
        lower.adapt(lower.scale() * G722Tables.LOW_COARSE_LEVEL[code >> 2] >> 15, G722Tables.LOW_SCALE_STEP[code >> 2]);
        return code;
    }

    /** Returns the number of intervals that end at or below the magnitude. */
    private static int lowInterval(int magnitude, int scale) {
        int[] ends = G722Tables.LOW_DECISIONS;
        int from = 0;
        int to = ends.length;
        while (from < to) {
            int middle = from + to >>> 1;
            if (magnitude < ends[middle] * scale >> 12) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    private int high(int sample) {
        int error = limit(sample - higher.prediction());
        boolean negative = error < 0;
        boolean outer = (negative ? ~error : error) >= G722Tables.HIGH_DECISION * higher.scale() >> 12;
        int code = (negative ? 0 : 2) + (outer ? 0 : 1);
        higher.adapt(higher.scale() * G722Tables.HIGH_LEVEL[code] >> 15, G722Tables.HIGH_SCALE_STEP[code]);
        return code;
    }

    private static int limit(int value) {
        return Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }
}
