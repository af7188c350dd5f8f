package io.sidetone.silero;

import java.util.Random;

/** A voice of numbers that the network takes for one: a pulse train with gliding pitch through two resonances. */
final class PulseVoice {
    private static final double[] FIRST_HZ = {700, 300, 350, 500};
    private static final double[] SECOND_HZ = {1_200, 2_200, 800, 1_500};
    private static final double SYLLABLE_S = 0.24;
    private static final double VOICED_S = 0.18;

    private PulseVoice() {}

    /** Syllables of changing vowels at about −20 dBov. */
    static short[] talking(int seed, int rateHz, int ms) {
        Random random = new Random(seed);
        short[] pcm = new short[rateHz / 1_000 * ms];
        double[] first = new double[2];
        double[] second = new double[2];
        double phase = 0;
        for (int i = 0; i < pcm.length; i++) {
            double s = i / (double) rateHz;
            int vowel = (int) (s / SYLLABLE_S) % FIRST_HZ.length;
            double within = s % SYLLABLE_S;
            double loud = within < VOICED_S ? Math.sin(Math.PI * within / VOICED_S) : 0;
            phase += (95 + 15 * Math.sin(s * 7 + seed)) / rateHz;
            double pulse = random.nextGaussian() * 0.01;
            if (phase >= 1) {
                phase -= 1;
                pulse += 1;
            }
            double out = resonate(pulse, FIRST_HZ[vowel], rateHz, first)
                    + 0.5 * resonate(pulse, SECOND_HZ[vowel], rateHz, second);
            pcm[i] = (short) Math.max(-30_000, Math.min(30_000, out * loud * 5_000));
        }
        return pcm;
    }

    private static double resonate(double in, double hz, int rateHz, double[] memory) {
        double r = Math.exp(-Math.PI * 80 / rateHz);
        double y = in + 2 * r * Math.cos(2 * Math.PI * hz / rateHz) * memory[0] - r * r * memory[1];
        memory[1] = memory[0];
        memory[0] = y;
        return y;
    }

    /** White noise at about −45 dBov. */
    static short[] noise(int seed, int rateHz, int ms) {
        Random random = new Random(seed);
        short[] pcm = new short[rateHz / 1_000 * ms];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) (random.nextGaussian() * 180);
        }
        return pcm;
    }
}
