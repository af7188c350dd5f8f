package io.sidetone.tools.scenario.run;

import io.sidetone.audio.SampleRate;
import java.util.SplittableRandom;

/**
 * Sound that a speech detector takes for a voice: a glottal pulse train through two formants, in syllables of 300 ms with 60 ms between
 * them, at about −22 dBov. The same on every JVM.
 */
final class Syllables {
    static final int RATE_HZ = SampleRate.NARROWBAND_HZ;

    private static final int SECONDS = 8;
    private static final int SYLLABLE = RATE_HZ * 360 / 1000;
    private static final int VOICED = RATE_HZ * 300 / 1000;
    private static final double[] FIRST_HZ = {600, 420, 720, 500};
    private static final double[] SECOND_HZ = {1500, 1900, 1150, 1000};
    private static final double GAIN = 4_000;
    private static final short[] TABLE = table();

    private Syllables() {}

    /** Returns {@code samples} of voice that begins with the syllable {@code first}. */
    static short[] voice(int samples, int first) {
        short[] voice = new short[samples];
        int at = Math.floorMod(first, TABLE.length / SYLLABLE) * SYLLABLE;
        for (int i = 0; i < samples; i++) {
            voice[i] = TABLE[at++];
            at = at == TABLE.length ? 0 : at;
        }
        return voice;
    }

    private static short[] table() {
        int syllables = RATE_HZ * SECONDS / SYLLABLE;
        short[] table = new short[syllables * SYLLABLE];
        SplittableRandom random = new SplittableRandom(1);
        double[] first = new double[2];
        double[] second = new double[2];
        double phase = 0;
        for (int n = 0; n < table.length; n++) {
            int vowel = n / SYLLABLE % FIRST_HZ.length;
            int within = n % SYLLABLE;
            double glide = 12 * StrictMath.sin(within * StrictMath.PI / VOICED);
            phase += (105 + 10 * vowel + glide) / RATE_HZ;
            double pulse = (random.nextDouble() - 0.5) * 0.03;
            if (phase >= 1) {
                phase -= 1;
                pulse += 1;
            }
            double sound =
                    resonate(pulse, FIRST_HZ[vowel], 80, first) + 0.5 * resonate(pulse, SECOND_HZ[vowel], 120, second);
            double loud = within < VOICED ? Math.sqrt(StrictMath.sin(StrictMath.PI * (within + 1) / (VOICED + 1))) : 0;
            table[n] = (short) Math.max(-32_000, Math.min(32_000, sound * loud * GAIN));
        }
        return table;
    }

    private static double resonate(double in, double hz, double widthHz, double[] memory) {
        double r = StrictMath.exp(-StrictMath.PI * widthHz / RATE_HZ);
        double y = in + 2 * r * StrictMath.cos(2 * StrictMath.PI * hz / RATE_HZ) * memory[0] - r * r * memory[1];
        memory[1] = memory[0];
        memory[0] = y;
        return y;
    }
}
