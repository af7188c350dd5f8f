package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.tools.scenario.file.LineFaults;
import java.util.SplittableRandom;

/**
 * A line with faults: a noise behind the caller, and packets that do not arrive. The same seeds give the same noise and the same losses.
 * One thread; nothing is allocated per packet.
 */
public final class LineImpairment {
    private final double lossPercent;
    private final SpeechNoise noise;
    private final SplittableRandom losses;
    private final short[] block;

    /**
     * Creates a line of {@code sampleRateHz}.
     *
     * @param seed of the noise
     * @param losses decides on each packet
     */
    public LineImpairment(int sampleRateHz, LineFaults faults, long seed, SplittableRandom losses) {
        this.lossPercent = faults.lossPercent();
        this.noise = faults.noisy() ? new SpeechNoise(sampleRateHz, seed, faults.noiseDbov()) : null;
        this.losses = losses;
        this.block = new short[SampleRate.frameSamples(sampleRateHz)];
    }

    /** Adds the noise to 20 ms of mono PCM16. */
    public void addTo(short[] frame) {
        if (noise == null) {
            return;
        }
        noise.fill(block, 0, frame.length);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (short) Math.max(-32_768, Math.min(32_767, frame[i] + block[i]));
        }
    }

    /** Returns whether the next packet is lost. */
    public boolean lost() {
        return lossPercent > 0 && losses.nextDouble() * 100 < lossPercent;
    }
}
