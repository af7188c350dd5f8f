package io.sidetone.core.playout;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.wav.Wav;
import io.sidetone.core.port.PcmChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A recording for callers who wait, made once: a loop at each rate that telephone lines have. Its end is blended into its beginning, so
 * that it goes round without a click. Immutable.
 */
public final class HoldMusic {
    private static final int[] RATES = {SampleRate.NARROWBAND_HZ, SampleRate.WIDEBAND_HZ, SampleRate.FULLBAND_HZ};

    private final Map<Integer, List<PcmChunk>> byRate = new HashMap<>();

    /**
     * Creates the music.
     *
     * @param recording at least one second long; the channels are mixed
     * @throws IllegalArgumentException when its rate cannot be converted
     */
    public HoldMusic(Wav recording) {
        short[] pcm = recording.mixedToMono();
        for (int rateHz : RATES) {
            byRate.put(rateHz, loop(resampled(pcm, recording.sampleRateHz(), rateHz), rateHz));
        }
    }

    /** Returns the loop at {@code rateHz}, in parts; empty at a rate that no telephone line has. */
    public List<PcmChunk> at(int rateHz) {
        return byRate.getOrDefault(rateHz, List.of());
    }

    private static short[] resampled(short[] pcm, int fromHz, int toHz) {
        Resampler resampler = Resamplers.create(fromHz, toHz);
        int frame = SampleRate.frameSamples(toHz);
        int step = fromHz / (1000 / SampleRate.FRAME_MS);
        short[] out = new short[(pcm.length / step + 2) * frame];
        int written = 0;
        for (int at = 0; at < pcm.length; at += step) {
            written += resampler.process(pcm, at, Math.min(step, pcm.length - at), out, written);
        }
        return Arrays.copyOf(out, written);
    }

    private static List<PcmChunk> loop(short[] pcm, int rateHz) {
        int blended = SampleRate.frameSamples(rateHz);
        int length = pcm.length - blended;
        for (int i = 0; i < blended; i++) {
            pcm[i] = (short) ((pcm[i] * i + pcm[length + i] * (blended - i)) / blended);
        }
        int most = rateHz / 1000 * PcmChunk.MAX_MS;
        List<PcmChunk> parts = new ArrayList<>();
        for (int at = 0; at < length; at += most) {
            parts.add(new PcmChunk(rateHz, pcm, at, Math.min(most, length - at), null));
        }
        return List.copyOf(parts);
    }
}
