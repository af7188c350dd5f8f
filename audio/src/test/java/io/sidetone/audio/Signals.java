package io.sidetone.audio;

import java.util.Random;

/** Test signals and what is read from them. */
public final class Signals {
    private Signals() {}

    /** A sine of {@code peak}, rounded to PCM16. */
    public static short[] sine(double frequencyHz, int sampleRateHz, int samples, double peak) {
        short[] pcm = new short[samples];
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) StrictMath.rint(peak * StrictMath.sin(2 * StrictMath.PI * frequencyHz * i / sampleRateHz));
        }
        return pcm;
    }

    /** White noise, uniform between −peak and peak. */
    public static short[] noise(long seed, int samples, int peak) {
        Random random = new Random(seed);
        short[] pcm = new short[samples];
        for (int i = 0; i < samples; i++) {
            pcm[i] = (short) (random.nextInt(2 * peak + 1) - peak);
        }
        return pcm;
    }

    /** The part of {@code pcm} at one frequency, as {cosine, sine} amplitudes fitted over {@code from} … {@code to}. */
    public static double[] tonePart(short[] pcm, int from, int to, double frequencyHz, int sampleRateHz) {
        double cc = 0;
        double ss = 0;
        double cs = 0;
        double xc = 0;
        double xs = 0;
        for (int i = from; i < to; i++) {
            double angle = 2 * Math.PI * frequencyHz * i / sampleRateHz;
            double c = Math.cos(angle);
            double s = Math.sin(angle);
            cc += c * c;
            ss += s * s;
            cs += c * s;
            xc += pcm[i] * c;
            xs += pcm[i] * s;
        }
        double determinant = cc * ss - cs * cs;
        return new double[] {(xc * ss - xs * cs) / determinant, (xs * cc - xc * cs) / determinant};
    }

    /** Decibels between the tone and everything else. */
    public static double snrDb(short[] pcm, int from, int to, double frequencyHz, int sampleRateHz) {
        double[] part = tonePart(pcm, from, to, frequencyHz, sampleRateHz);
        double signal = 0;
        double rest = 0;
        for (int i = from; i < to; i++) {
            double angle = 2 * Math.PI * frequencyHz * i / sampleRateHz;
            double tone = part[0] * Math.cos(angle) + part[1] * Math.sin(angle);
            signal += tone * tone;
            rest += (pcm[i] - tone) * (pcm[i] - tone);
        }
        return 10 * Math.log10(signal / rest);
    }

    /** Root of the mean square. */
    public static double rms(short[] pcm, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (double) pcm[i] * pcm[i];
        }
        return Math.sqrt(sum / (to - from));
    }
}
