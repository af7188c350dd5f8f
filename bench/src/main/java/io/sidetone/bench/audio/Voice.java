package io.sidetone.bench.audio;

/**
 * A synthetic caller: a train of glottal pulses through two formants, in syllables of a quarter of a second, so that a
 * speech detector detects speech. Deterministic.
 */
public final class Voice {
    private static final double GAIN = 4_000;
    private static final double PITCH_HZ = 120;
    private static final double SYLLABLES_HZ = 4;

    private final int sampleRateHz;
    private final Formant low;
    private final Formant high;
    private double phase;
    private long n;

    /** Creates a voice of mono PCM16 at {@code sampleRateHz}, about −22 dBov. */
    public Voice(int sampleRateHz) {
        this.sampleRateHz = sampleRateHz;
        this.low = new Formant(600, 80, sampleRateHz);
        this.high = new Formant(1_500, 120, sampleRateHz);
    }

    /** Writes the next samples over {@code out}. */
    public void fill(short[] out, int offset, int samples) {
        for (int i = 0; i < samples; i++) {
            phase += (PITCH_HZ + 15 * StrictMath.sin(n * 2 * Math.PI * 0.9 / sampleRateHz)) / sampleRateHz;
            double pulse = 0;
            if (phase >= 1) {
                phase -= 1;
                pulse = 1;
            }
            double voiced = low.next(pulse) + 0.5 * high.next(pulse);
            double syllable = 0.65 + 0.35 * StrictMath.sin(n * 2 * Math.PI * SYLLABLES_HZ / sampleRateHz);
            out[offset + i] = (short) Math.max(-32_000, Math.min(32_000, voiced * syllable * GAIN));
            n++;
        }
    }

    /** Returns {@code frames} frames of 20 ms, one array each. */
    public short[][] frames(int frames) {
        short[][] all = new short[frames][sampleRateHz / 50];
        for (short[] frame : all) {
            fill(frame, 0, frame.length);
        }
        return all;
    }

    private static final class Formant {
        private final double cosine;
        private final double radius;
        private double last;
        private double before;

        Formant(double hz, double widthHz, int sampleRateHz) {
            radius = StrictMath.exp(-Math.PI * widthHz / sampleRateHz);
            cosine = 2 * radius * StrictMath.cos(2 * Math.PI * hz / sampleRateHz);
        }

        double next(double in) {
            double out = in + cosine * last - radius * radius * before;
            before = last;
            last = out;
            return out;
        }
    }
}
