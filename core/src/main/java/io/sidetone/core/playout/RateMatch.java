package io.sidetone.core.playout;

import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.port.PcmChunk;

/**
 * Brings all sound of a turn to the rate of its first: two voices, or a voice and a recording, may differ. Lane thread only; allocates
 * for each chunk that it converts.
 */
final class RateMatch {
    private static final int STEP_MS = 200;

    private Resampler resampler;

    /** Appends {@code chunk} to {@code turn}. */
    void add(PcmChunk chunk, ChunkQueue turn) {
        int rateHz = turn.sampleRateHz();
        if (rateHz == 0 || rateHz == chunk.sampleRateHz()) {
            turn.add(chunk);
            return;
        }
        if (resampler == null
                || resampler.inputRateHz() != chunk.sampleRateHz()
                || resampler.outputRateHz() != rateHz) {
            resampler = Resamplers.create(chunk.sampleRateHz(), rateHz);
        }
        int step = chunk.sampleRateHz() / 1000 * STEP_MS;
        for (int from = 0; from < chunk.samples(); from += step) {
            int samples = Math.min(step, chunk.samples() - from);
            short[] given = new short[samples];
            chunk.copyTo(from, given, 0, samples);
            short[] converted = new short[(int) ((long) samples * rateHz / chunk.sampleRateHz()) + 8];
            int count = resampler.process(given, 0, samples, converted, 0);
            turn.add(new PcmChunk(rateHz, converted, 0, count, null));
        }
    }
}
