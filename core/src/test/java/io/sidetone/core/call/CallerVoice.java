package io.sidetone.core.call;

import io.sidetone.core.lane.LaneRig;
import java.util.Random;

/**
 * A caller made of numbers: a glottal pulse train through two formants, syllables of 4 Hz, so that a speech detector has
 * something to detect.
 */
public final class CallerVoice {
    private static final int RATE = 8_000;

    private CallerVoice() {}

    /** Speech at about −22 dBov. */
    public static LaneRig.FrameSource talking(long seed) {
        return new LaneRig.FrameSource() {
            private final Random random = new Random(seed);
            private double phase;
            private long n;
            private double a1;
            private double a2;
            private double b1;
            private double b2;

            @Override
            public void fill(short[] frame) {
                for (int i = 0; i < frame.length; i++) {
                    double pitch = 120 + 15 * Math.sin(n * 2 * Math.PI * 0.9 / RATE);
                    phase += pitch / RATE;
                    double pulse = random.nextGaussian() * 0.02;
                    if (phase >= 1) {
                        phase -= 1;
                        pulse += 1;
                    }
                    double f1 = resonate(pulse, 600, 80, true);
                    double out = f1 + 0.5 * resonate(pulse, 1500, 120, false);
                    double syllable = 0.65 + 0.35 * Math.sin(n * 2 * Math.PI * 4 / RATE);
                    frame[i] = (short) Math.max(-32000, Math.min(32000, out * syllable * 4_000));
                    n++;
                }
            }

            private double resonate(double in, double hz, double width, boolean first) {
                double r = Math.exp(-Math.PI * width / RATE);
                double c = 2 * r * Math.cos(2 * Math.PI * hz / RATE);
                double y = in + c * (first ? a1 : b1) - r * r * (first ? a2 : b2);
                if (first) {
                    a2 = a1;
                    a1 = y;
                } else {
                    b2 = b1;
                    b1 = y;
                }
                return y;
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
