package io.sidetone.speech.prompt;

import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.WordTimes;
import java.util.List;

/**
 * The audio of one clause. Immutable: all calls share the array, and it is never written again.
 *
 * @param sampleRateHz of the samples
 * @param pcm mono PCM16, the whole clause
 * @param words word times, or null
 */
record Prompt(int sampleRateHz, short[] pcm, WordTimes words) {
    /** Joins the published chunks of a clause; the last word times are the most complete. */
    static Prompt of(List<PcmChunk> chunks) {
        int samples = chunks.stream().mapToInt(PcmChunk::samples).sum();
        short[] pcm = new short[samples];
        WordTimes words = null;
        int at = 0;
        for (PcmChunk chunk : chunks) {
            chunk.copyTo(0, pcm, at, chunk.samples());
            at += chunk.samples();
            words = chunk.words() != null ? chunk.words() : words;
        }
        return new Prompt(chunks.get(0).sampleRateHz(), pcm, words);
    }

    long bytes() {
        return 2L * pcm.length;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
