package io.sidetone.speech.voice;

import java.util.Arrays;

/** Samples that wait to be published. One thread. */
final class PcmQueue {
    private static final int FIRST_SAMPLES = 4_000;

    private short[] pcm = new short[FIRST_SAMPLES];
    private int from;
    private int to;

    void add(short[] source, int count) {
        if (to + count > pcm.length) {
            short[] roomy = size() + count > pcm.length ? new short[Math.max(pcm.length * 2, size() + count)] : pcm;
            System.arraycopy(pcm, from, roomy, 0, size());
            to = size();
            from = 0;
            pcm = roomy;
        }
        System.arraycopy(source, 0, pcm, to, count);
        to += count;
    }

    int size() {
        return to - from;
    }

    /** Takes the oldest samples; returns them in a new array. */
    short[] take(int count) {
        short[] taken = Arrays.copyOfRange(pcm, from, from + count);
        from += count;
        return taken;
    }
}
