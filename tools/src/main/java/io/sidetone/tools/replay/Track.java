package io.sidetone.tools.replay;

import java.util.Arrays;

/**
 * The sound of one side. The first frame is placed at its arrival; each later frame follows the frame before it, so
 * that jitter leaves no gaps. A frame that arrived more than 80 ms away from that place is placed at its arrival again.
 */
final class Track {
    /** Times beyond one day are clock jumps, not sound. */
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
