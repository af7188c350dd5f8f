package io.sidetone.tools.softphone;

import java.util.SplittableRandom;

/** Sentences made of numbers: syllables of random length, pitch and level. The same seed says the same words. */
public final class Speech {
    private static final int RATE_HZ = 8_000;

    private Speech() {}

    /** Returns {@code ms} milliseconds of mono PCM16 at 8 kHz; no pause in it is longer than 60 ms. */
    public static short[] sentence(long seed, int ms) {
        SplittableRandom random = new SplittableRandom(seed);
        short[] pcm = new short[samples(ms)];
        int at = 0;
        while (at < pcm.length) {
            int length = random.nextInt(80, 240) * RATE_HZ / 1000;
            double hz = random.nextDouble(250, 2_500);
            double amplitude = 32_768 * Math.pow(10, random.nextDouble(-34, -12) / 20);
            for (int i = 0; i < length && at + i < pcm.length; i++) {
                double rise = Math.min(1, Math.min(i, length - i) / 80.0);
                pcm[at + i] = (short) (amplitude * rise * Math.sin(2 * Math.PI * hz * i / RATE_HZ));
            }
            at += length + random.nextInt(0, 60) * RATE_HZ / 1000;
        }
        return pcm;
    }

    private static int samples(int ms) {
        return ms * (RATE_HZ / 1000);
    }

    /** Returns silence. */
    public static short[] silence(int ms) {
        return new short[samples(ms)];
    }

    /** Returns the parts one after another. */
    public static short[] join(short[]... parts) {
        int length = 0;
        for (short[] part : parts) {
            length += part.length;
        }
        short[] all = new short[length];
        int at = 0;
        for (short[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
