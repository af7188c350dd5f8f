package io.sidetone.tools.softphone.wire;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import java.util.SplittableRandom;

/**
 * What is wrong with the caller's line: a noise behind the caller, and packets that are not sent. The same seed gives the same noise and
 * the same losses. One thread; nothing is allocated per packet.
 */
public final class LineFault {
    private static final double QUIET_DBOV = -96;

    private final double lossPercent;
    private final SpeechNoise noise;
    private final SplittableRandom random;
    private final short[] block;

    /**
     * Creates it.
     *
     * @param sampleRateHz of the line
     * @param seed of the noise and of the losses
     * @param lossPercent so many of the packets are not sent
     * @param noiseDbov level of the noise; not above the smallest sample: none
     */
    public LineFault(int sampleRateHz, long seed, double lossPercent, double noiseDbov) {
        this.lossPercent = lossPercent;
        this.noise = noiseDbov > QUIET_DBOV ? new SpeechNoise(sampleRateHz, seed, noiseDbov) : null;
        this.random = new SplittableRandom(seed);
        this.block = new short[SampleRate.frameSamples(sampleRateHz)];
    }

    /** Adds the noise to 20 ms of mono PCM16. */
    void addTo(short[] frame) {
        if (noise == null) {
            return;
        }
        noise.fill(block, 0, frame.length);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (short) Math.max(-32_768, Math.min(32_767, frame[i] + block[i]));
        }
    }

    /** Whether the next packet is lost. */
    boolean lost() {
        return lossPercent > 0 && random.nextDouble() * 100 < lossPercent;
    }
}
