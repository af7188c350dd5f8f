package io.sidetone.core.port;

import java.util.Objects;

/**
 * Up to 500 ms of synthesized PCM16 mono, immutable once published: the array may be shared but never written again.
 */
public final class PcmChunk {
    /** The longest chunk a synthesizer may publish. */
    public static final int MAX_MS = 500;

    private final int sampleRateHz;
    private final short[] pcm;
    private final int offset;
    private final int samples;
    private final WordTimes words;

    /**
     * Creates a chunk over {@code pcm[offset … offset + samples)}.
     *
     * @param sampleRateHz rate of the samples
     * @param words word times of the whole clause, on its first chunk or null when the engine has none
     */
    public PcmChunk(int sampleRateHz, short[] pcm, int offset, int samples, WordTimes words) {
        Objects.checkFromIndexSize(offset, samples, pcm.length);
        if (samples > sampleRateHz / 1000 * MAX_MS) {
            throw new IllegalArgumentException("a chunk of " + samples + " samples at " + sampleRateHz
                    + " Hz is longer than " + MAX_MS + " ms; cut it into smaller chunks");
        }
        this.sampleRateHz = sampleRateHz;
        this.pcm = pcm;
        this.offset = offset;
        this.samples = samples;
        this.words = words;
    }

    /** Rate of the samples in Hz. */
    public int sampleRateHz() {
        return sampleRateHz;
    }

    /** Samples in the chunk. */
    public int samples() {
        return samples;
    }

    /** Word times of the clause this chunk begins, or null. */
    public WordTimes words() {
        return words;
    }

    /** Returns the same samples without word times. */
    public PcmChunk withoutWords() {
        return new PcmChunk(sampleRateHz, pcm, offset, samples, null);
    }

    /** Copies {@code count} samples from position {@code from} of the chunk. */
    public void copyTo(int from, short[] target, int targetOffset, int count) {
        System.arraycopy(pcm, offset + from, target, targetOffset, count);
    }
}
