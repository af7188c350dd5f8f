package io.sidetone.server.replay;

import java.util.Arrays;

/**
 * One side's sound. The first frame stands where it came, the following ones where the stream puts them, so that jitter
 * leaves no scars; a frame that came more than 80 ms away from there stands where it came again.
 */
final class Track {
    /** Times beyond a day are clock jumps, no sound. */
    static final double MAX_MS = 86_400_000;

    private static final double MAX_DRIFT_MS = 80;

    private final int sampleRateHz;
    private short[] pcm = new short[1 << 16];
    private int end;
    private boolean anchored;
    private long anchorStream;
    private int anchorAt;

    Track(int sampleRateHz) {
        this.sampleRateHz = sampleRateHz;
    }

    void put(double atMs, long streamSamples, short[] frame, int samples) {
        double arrived = atMs * sampleRateHz / 1000;
        double at = anchorAt + (double) (streamSamples - anchorStream);
        if (!anchored || Math.abs(at - arrived) > MAX_DRIFT_MS * sampleRateHz / 1000) {
            at = arrived;
        }
        if (at < 0 || at > MAX_MS * sampleRateHz / 1000 || at + samples > Integer.MAX_VALUE / 4.0) {
            return;
        }
        anchored = true;
        anchorStream = streamSamples;
        anchorAt = (int) at;
        if (anchorAt + samples > pcm.length) {
            pcm = Arrays.copyOf(pcm, 2 * (anchorAt + samples));
        }
        System.arraycopy(frame, 0, pcm, anchorAt, samples);
        end = Math.max(end, anchorAt + samples);
    }

    int sampleRateHz() {
        return sampleRateHz;
    }

    short[] pcm() {
        return Arrays.copyOf(pcm, end);
    }
}
