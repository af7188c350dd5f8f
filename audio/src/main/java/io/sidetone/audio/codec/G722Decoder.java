package io.sidetone.audio.codec;

/** G.722 at 64 kbit/s to PCM16 at 16 kHz: one byte to two samples. One instance per stream. */
final class G722Decoder {
    private static final int MOST = G722Mirror.MOST;

    private final G722Band lower = G722Band.lower();
    private final G722Band higher = G722Band.higher();
    private final G722Mirror mirror = new G722Mirror();
    private final int[] sums = new int[MOST];
    private final int[] differences = new int[MOST];

    void reset() {
        lower.reset();
        higher.reset();
        mirror.reset();
    }

    /** Decodes {@code len} bytes; every byte is valid. */
    void decode(byte[] in, int off, int len, short[] out, int outOff) {
        for (int done = 0; done < len; done += MOST) {
            int count = Math.min(MOST, len - done);
            for (int i = 0; i < count; i++) {
                int low = low(in[off + done + i] & 0x3F);
                int high = high(in[off + done + i] >> 6 & 3);
                mirror.put(i, low + high, low - high);
            }
            mirror.filter(count, sums, differences);
            for (int i = 0; i < count; i++) {
                int at = outOff + 2 * (done + i);
                out[at] = sample(differences[i] >> 11);
                out[at + 1] = sample(sums[i] >> 11);
            }
        }
    }

    private int low(int code) {
        int scale = lower.scale();
        int low = band(lower.prediction() + (scale * G722Tables.LOW_LEVEL[code] >> 15));
        lower.adapt(scale * G722Tables.LOW_COARSE_LEVEL[code >> 2] >> 15, G722Tables.LOW_SCALE_STEP[code >> 2]);
        return low;
    }

    private int high(int code) {
        int difference = higher.scale() * G722Tables.HIGH_LEVEL[code] >> 15;
        int high = band(higher.prediction() + difference);
        higher.adapt(difference, G722Tables.HIGH_SCALE_STEP[code]);
        return high;
    }

    private static int band(int value) {
        return Math.max(-16_384, Math.min(16_383, value));
    }

    private static short sample(int value) {
        return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }
}
