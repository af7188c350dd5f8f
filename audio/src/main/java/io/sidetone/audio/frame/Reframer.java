package io.sidetone.audio.frame;

import io.sidetone.audio.SampleRate;

/**
 * Cuts packets of any number of samples (10, 20, 30, 40, 60 ms or odd sizes) into 20 ms frames.
 *
 * <p>A frame that is whole inside a packet is passed on in place, without a copy. The rest of a packet waits for the
 * next one. One thread at a time; the sink is called on the caller's thread, inside {@link #accept}, and must not call
 * back into the reframer.
 */
public final class Reframer {
    private final FrameSink sink;
    private final short[] pending;
    private int pendingSamples;

    /**
     * Creates a reframer of 20 ms frames at {@code sampleRateHz}.
     *
     * @throws IllegalArgumentException when 20 ms at this rate are less than one sample
     */
    public Reframer(int sampleRateHz, FrameSink sink) {
        int frameSamples = SampleRate.frameSamples(sampleRateHz);
        if (frameSamples <= 0) {
            throw new IllegalArgumentException(
                    "reframer sample rate " + sampleRateHz + " Hz is below 1000; give the rate of the stream");
        }
        this.sink = sink;
        this.pending = new short[frameSamples];
    }

    /**
     * Takes {@code samples} samples of mono PCM16 and passes on every frame that they complete, in order. The caller
     * keeps the array.
     */
    public void accept(short[] pcm, int off, int samples) {
        int frameSamples = pending.length;
        int next = off;
        int end = off + samples;
        if (pendingSamples > 0) {
            int taken = Math.min(frameSamples - pendingSamples, samples);
            System.arraycopy(pcm, next, pending, pendingSamples, taken);
            pendingSamples += taken;
            next += taken;
            if (pendingSamples < frameSamples) {
                return;
            }
            pendingSamples = 0;
            sink.onFrame(pending, 0, frameSamples);
        }
        while (end - next >= frameSamples) {
            sink.onFrame(pcm, next, frameSamples);
            next += frameSamples;
        }
        if (next < end) {
            pendingSamples = end - next;
            System.arraycopy(pcm, next, pending, 0, pendingSamples);
        }
    }

    /** Returns the samples that wait for the rest of their frame. */
    public int pendingSamples() {
        return pendingSamples;
    }

    /** Forgets the unfinished frame, as after a source change or a hold. */
    public void reset() {
        pendingSamples = 0;
    }
}
