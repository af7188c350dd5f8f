package io.sidetone.audio.filter;

import java.util.Arrays;

/**
 * Runs every vector loop on generated sound, with few and many samples, taps and streams, so that every branch is
 * compiled.
 */
final class VectorLoopWarmup {
    private static final int MOST_SAMPLES = 82;
    private static final int MOST_TAPS = 16;
    private static final int MOST_STREAMS = 3;

    private final VectorLoops loops;
    private final float[] signal = new float[MOST_TAPS + MOST_SAMPLES];
    private final float[][] streams = new float[MOST_STREAMS][MOST_TAPS + MOST_SAMPLES + VectorLoops.PADDING];
    private final float[] taps = new float[MOST_TAPS * MOST_STREAMS];
    private final float[] sums = new float[2 * MOST_SAMPLES];
    private final float[] parts = new float[VectorLoops.DOT_PARTS];
    private final short[] pcm = new short[2 * MOST_SAMPLES];
    private final short[] out = new short[2 * MOST_SAMPLES];

    VectorLoopWarmup(VectorLoops loops) {
        this.loops = loops;
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (i * 12_345);
        }
        for (int i = 0; i < taps.length; i++) {
            taps[i] = (i % 7 - 3) / 16f;
        }
    }

    void run(int round) {
        int samples = VectorLoops.LEAST_SAMPLES + round * 13 % (MOST_SAMPLES - VectorLoops.LEAST_SAMPLES + 1);
        int tapCount = round % 2 == 0 ? 4 : MOST_TAPS;
        loops.toFloats(pcm, 0, samples, signal, MOST_TAPS);
        loops.split(pcm, 0, samples, streams[0], streams[1], MOST_TAPS);
        loops.add(taps, tapCount, tapCount, streams[round % MOST_STREAMS], samples, sums);
        Arrays.fill(sums, 0f);
        loops.round(sums, samples, out, 0);
        loops.interleave(sums, pcm, samples, out, 0);
        loops.slide(taps, 0, tapCount, signal, 1, samples, sums);
        loops.dot(taps, streams[1], round % MOST_TAPS, parts);
        loops.addRows(taps, 0, MOST_STREAMS, streams[2], sums, VectorLoops.PADDING);
    }
}
