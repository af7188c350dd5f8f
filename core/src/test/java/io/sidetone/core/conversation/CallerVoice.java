package io.sidetone.core.conversation;

import io.sidetone.core.lane.LaneRig;
import java.util.Random;

/**
 * A caller made of numbers: a glottal pulse train through two formants, so that a speech detector has something to detect.
 */
public final class CallerVoice {
    private static final int RATE = 8_000;

    private CallerVoice() {}

    /** Speech at about −22 dBov: syllables of 300 ms with 60 ms between them, each with its own vowel and pitch. */
    public static LaneRig.FrameSource talking(long seed) {
        return new Talker(seed);
    }

    private static final class Talker implements LaneRig.FrameSource {
        private static final int SYLLABLE = RATE * 360 / 1000;
        private static final int VOICED = RATE * 300 / 1000;
        private static final double[] FIRST_HZ = {600, 420, 720, 500};
        private static final double[] SECOND_HZ = {1500, 1900, 1150, 1000};

        private final Random random;
        private final double[] first = new double[2];
        private final double[] second = new double[2];
        private double phase;
        private long n;

        Talker(long seed) {
            random = new Random(seed);
        }

        @Override
        public void fill(short[] frame) {
            for (int i = 0; i < frame.length; i++) {
                int syllable = (int) (n / SYLLABLE);
                int within = (int) (n % SYLLABLE);
                double glide = 12 * Math.sin(within * Math.PI / VOICED);
                phase += (105 + 10 * (syllable % 4) + glide) / RATE;
                double pulse = random.nextGaussian() * 0.01;
                if (phase >= 1) {
                    phase -= 1;
                    pulse += 1;
                }
                double vowel = resonate(pulse, FIRST_HZ[syllable % 4], 80, first)
                        + 0.5 * resonate(pulse, SECOND_HZ[syllable % 4], 120, second);
                double loud = within < VOICED ? Math.sqrt(Math.sin(Math.PI * (within + 1) / (VOICED + 1))) : 0;
                double out = vowel * loud * 4_000 + random.nextGaussian() * 8;
                frame[i] = (short) Math.max(-32_000, Math.min(32_000, out));
                n++;
            }
        }

        private static double resonate(double in, double hz, double widthHz, double[] memory) {
            double r = Math.exp(-Math.PI * widthHz / RATE);
            double y = in + 2 * r * Math.cos(2 * Math.PI * hz / RATE) * memory[0] - r * r * memory[1];
            memory[1] = memory[0];
            memory[0] = y;
            return y;
        }
    }

    /** The same caller on a line of {@code lineHz}, a multiple of 8000: straight lines between the samples. */
    public static LaneRig.FrameSource at(int lineHz, LaneRig.FrameSource narrow) {
        int times = lineHz / RATE;
        short[] frame = new short[RATE / 50];
        short[] last = new short[1];
        return wide -> {
            narrow.fill(frame);
            for (int i = 0; i < wide.length; i++) {
                int before = i < times ? last[0] : frame[i / times - 1];
                wide[i] = (short) (before + (frame[i / times] - before) * (i % times) / times);
            }
            last[0] = frame[frame.length - 1];
        };
    }

    /** A sine of {@code toneHz} and amplitude 8000 on a line of {@code lineHz}. */
    public static LaneRig.FrameSource tone(int lineHz, int toneHz) {
        long[] n = new long[1];
        return frame -> {
            for (int i = 0; i < frame.length; i++) {
                frame[i] = (short) (8_000 * Math.sin(2 * Math.PI * toneHz * n[0]++ / lineHz));
            }
        };
    }

    /** A quiet line at about −70 dBov. */
    public static LaneRig.FrameSource quiet() {
        Random random = new Random(1);
        return frame -> {
            for (int i = 0; i < frame.length; i++) {
                frame[i] = (short) (random.nextGaussian() * 8);
            }
        };
    }
}
