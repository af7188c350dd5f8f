package io.sidetone.audio;

import java.util.Random;

/** A synthetic voice: pulses with a gliding pitch through three formants, in syllables. */
public final class Voice {
    private static final double[][] VOWELS_HZ = {
        {700, 1200, 2500}, {300, 2200, 2900}, {350, 800, 2400}, {500, 1500, 2500}
    };

    private Voice() {}

    /** Speech of {@code samples} samples at {@code levelDbov}, pauses of 60 ms between syllables of about 180 ms. */
    public static short[] speech(long seed, int sampleRateHz, int samples, double pitchHz, double levelDbov) {
        Random random = new Random(seed);
        double[] sound = new double[samples];
        int at = 0;
        while (at < samples) {
            int length = (int) (sampleRateHz * (0.14 + 0.08 * random.nextDouble()));
            double[] vowel = VOWELS_HZ[random.nextInt(VOWELS_HZ.length)];
            syllable(
                    sound,
                    at,
                    Math.min(length, samples - at),
                    sampleRateHz,
                    vowel,
                    pitchHz * (0.9 + 0.3 * random.nextDouble()));
            at += length + (int) (0.06 * sampleRateHz);
        }
        return scaled(sound, levelDbov);
    }

    /** {@code words} vowels of 420 ms, one each second, the pitch falling by 16 %; each is cut off hard, not faded out. */
    public static short[] cutWords(int words, int sampleRateHz, double pitchHz, double levelDbov) {
        short[] speech = new short[words * sampleRateHz];
        int sounding = 420 * sampleRateHz / 1000;
        for (int word = 0; word < words; word++) {
            double[] sound = new double[480 * sampleRateHz / 1000];
            vowel(new Random(word), sound, sampleRateHz, VOWELS_HZ[word % VOWELS_HZ.length], pitchHz);
            System.arraycopy(scaled(sound, levelDbov), 0, speech, word * sampleRateHz, sounding);
        }
        return speech;
    }

    /** Vowels of 800 ms, one each second, of one pitch throughout: as even as a synthesizer speaks. */
    public static short[] even(int vowel, int sampleRateHz, int samples, double pitchHz, double levelDbov) {
        double[] pulses = new double[samples];
        double phase = 1;
        for (int i = 0; i < samples; i++) {
            phase += pitchHz / sampleRateHz;
            if (phase >= 1) {
                phase -= 1;
                pulses[i] = i % sampleRateHz < 0.8 * sampleRateHz ? 1 : 0;
            }
        }
        double[] sound = new double[samples];
        sound(pulses, sound, 0, sampleRateHz, VOWELS_HZ[vowel % VOWELS_HZ.length], 0.001);
        return scaled(sound, levelDbov);
    }

    private static void vowel(Random random, double[] out, int rateHz, double[] vowel, double pitchHz) {
        double[] pulses = new double[out.length];
        double phase = 1;
        for (int i = 0; i < out.length; i++) {
            phase += pitchHz * (1.08 - 0.16 * i / out.length) / rateHz;
            if (phase >= 1) {
                phase -= 1 + 0.02 * random.nextGaussian();
                pulses[i] = 1;
            }
        }
        sound(pulses, out, 0, rateHz, vowel, 0.08);
    }

    private static void syllable(double[] out, int from, int length, int rateHz, double[] vowel, double pitchHz) {
        double[] pulses = new double[length];
        double phase = 1;
        for (int i = 0; i < length; i++) {
            phase += pitchHz * (1 - 0.15 * i / length) / rateHz;
            if (phase >= 1) {
                phase -= 1;
                pulses[i] = 1;
            }
        }
        sound(pulses, out, from, rateHz, vowel, 0.015);
    }

    /** Sends pulses through formants, with edges of {@code edgeSeconds}. */
    private static void sound(double[] pulses, double[] out, int from, int rateHz, double[] vowel, double edgeSeconds) {
        int length = pulses.length;
        for (int formant = 0; formant < vowel.length; formant++) {
            double radius = StrictMath.exp(-StrictMath.PI * (60 + 40 * formant) / rateHz);
            double a = 2 * radius * StrictMath.cos(2 * StrictMath.PI * vowel[formant] / rateHz);
            double y1 = 0;
            double y2 = 0;
            for (int i = 0; i < length; i++) {
                double y = pulses[i] + a * y1 - radius * radius * y2;
                y2 = y1;
                y1 = y;
                double edge = Math.min(1, Math.min(i, length - i) / (edgeSeconds * rateHz));
                out[from + i] += y * edge / (1 + formant);
            }
        }
    }

    /** Scales so that the RMS of what is not silent is {@code levelDbov}. */
    public static short[] scaled(double[] sound, double levelDbov) {
        double sum = 0;
        int count = 0;
        for (double x : sound) {
            if (x != 0) {
                sum += x * x;
                count++;
            }
        }
        double gain = 32_768 * StrictMath.pow(10, levelDbov / 20) / StrictMath.sqrt(sum / Math.max(1, count));
        short[] pcm = new short[sound.length];
        for (int i = 0; i < pcm.length; i++) {
            pcm[i] = (short) Math.max(-32_768, Math.min(32_767, Math.round(gain * sound[i])));
        }
        return pcm;
    }

    /** Gaussian noise, white or falling 3 dB per octave (pink). */
    public static short[] noise(long seed, int samples, boolean pink, double levelDbov) {
        Random random = new Random(seed);
        double[] sound = new double[samples];
        double slow = 0;
        double middle = 0;
        double fast = 0;
        for (int i = 0; i < samples; i++) {
            double white = random.nextGaussian();
            slow = 0.99765 * slow + white * 0.0990460;
            middle = 0.96300 * middle + white * 0.2965164;
            fast = 0.57000 * fast + white * 1.0526913;
            sound[i] = pink ? slow + middle + fast + white * 0.1848 : white;
        }
        return scaled(sound, levelDbov);
    }

    /** Adds {@code what} into {@code to} from {@code at}, times {@code gain}, and returns {@code to}. */
    public static short[] mix(short[] to, short[] what, int at, double gain) {
        for (int i = 0; i < what.length && at + i < to.length; i++) {
            to[at + i] = (short) Math.max(-32_768, Math.min(32_767, to[at + i] + Math.round(gain * what[i])));
        }
        return to;
    }
}
