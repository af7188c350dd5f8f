package io.sidetone.server.calls.voice;

import io.sidetone.audio.frame.Level;
import java.util.Random;

/** A caller made of numbers: pulses through two resonances, in three syllables a second. */
public final class SyntheticVoice {
    private static final int WARM_UP_MS = 3_000;

    private final int rateHz;
    private final Random random;
    private final double[][] memory = new double[2][2];
    private final double basePitchHz;
    private double gain = 4_000;
    private double phase;
    private long position;

    /** Creates a voice of {@code levelDbov} at {@code rateHz}; the same seed gives the same voice. */
    public SyntheticVoice(int rateHz, long seed, double levelDbov) {
        this.rateHz = rateHz;
        random = new Random(seed);
        basePitchHz = 105 + 11 * (seed % 8);
        short[] sample = new short[rateHz / 1_000 * WARM_UP_MS];
        fill(sample, 0, sample.length);
        gain *= Math.pow(10, (levelDbov - Level.dbov(sample, 0, sample.length)) / 20);
        position = 0;
    }

    /** Writes the next {@code samples} samples. */
    public void fill(short[] pcm, int off, int samples) {
        int syllable = rateHz / 3;
        int voiced = syllable * 9 / 10;
        for (int i = off; i < off + samples; i++) {
            int within = (int) (position % syllable);
            double loud = within < voiced ? Math.sqrt(Math.sin(Math.PI * (within + 1) / (voiced + 1))) : 0;
            phase += (basePitchHz + 10 * Math.sin(position * 8.9 / rateHz)) / rateHz;
            double pulse = random.nextGaussian() * 0.01;
            if (phase >= 1) {
                phase -= 1;
                pulse += 1;
            }
            double out = resonate(pulse, 560, memory[0]) + 0.5 * resonate(pulse, 1_500, memory[1]);
            pcm[i] = (short) Math.max(-30_000, Math.min(30_000, out * loud * gain));
            position++;
        }
    }

    private double resonate(double in, double hz, double[] state) {
        double r = Math.exp(-Math.PI * 90 / rateHz);
        double y = in + 2 * r * Math.cos(2 * Math.PI * hz / rateHz) * state[0] - r * r * state[1];
        state[1] = state[0];
        state[0] = y;
        return y;
    }
}
