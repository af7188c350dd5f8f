package io.sidetone.speech.failover;

import io.sidetone.core.port.ListenHint;
import java.util.Arrays;

/** The caller's present utterance, kept so that another recognizer can get it from the beginning. One loop only. */
final class Utterance {
    /** Longer utterances lose their beginning when they move. */
    private static final int KEPT_S = 30;

    final long token;
    final ListenHint hint;
    private final int mostSamples;
    private short[] pcm;
    private int samples;
    /** The samples that the present recognizer has received. */
    int given;

    Utterance(long token, ListenHint hint, int sampleRateHz) {
        this.token = token;
        this.hint = hint;
        this.mostSamples = KEPT_S * sampleRateHz;
        this.pcm = new short[sampleRateHz];
    }

    void add(short[] frame, int offset, int count) {
        if (samples + count > mostSamples) {
            int half = samples / 2;
            System.arraycopy(pcm, samples - half, pcm, 0, half);
            given = Math.max(0, given - (samples - half));
            samples = half;
        }
        if (samples + count > pcm.length) {
            pcm = Arrays.copyOf(pcm, Math.min(mostSamples, Math.max(2 * pcm.length, samples + count)));
        }
        System.arraycopy(frame, offset, pcm, samples, count);
        samples += count;
    }

    short[] pcm() {
        return pcm;
    }

    int missing() {
        return samples - given;
    }
}
