package io.sidetone.core.journal.record;

/** A 64-bit hash of sound: four samples a step, no allocation. It identifies recordings; it protects no secrets. */
public final class PcmHash {
    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;
    private static final int STEP = 4;

    private PcmHash() {}

    /** Returns the hash of {@code samples} samples from {@code offset}. */
    public static long of(short[] pcm, int offset, int samples) {
        long hash = samples * PRIME;
        int i = offset;
        int end = offset + samples;
        for (; i + STEP <= end; i += STEP) {
            long four = (pcm[i] & 0xFFFFL)
                    | (pcm[i + 1] & 0xFFFFL) << 16
                    | (pcm[i + 2] & 0xFFFFL) << 32
                    | (long) pcm[i + 3] << 48;
            hash = mix(hash, four);
        }
        for (; i < end; i++) {
            hash = mix(hash, pcm[i]);
        }
        return hash;
    }

    /** Returns the hash of {@code samples} samples of silence. */
    public static long ofSilence(int samples) {
        long hash = samples * PRIME;
        for (int i = samples / STEP + samples % STEP; i > 0; i--) {
            hash = mix(hash, 0);
        }
        return hash;
    }

    private static long mix(long hash, long value) {
        long h = (hash ^ value) * PRIME;
        return h ^ h >>> 29;
    }
}
