package io.sidetone.audio.echo;

import io.sidetone.audio.Voice;
import io.sidetone.audio.codec.G711;
import java.util.Random;

/** A line that returns what is sent: a delay, a decaying path of 24 ms, and its noise. */
final class EchoLine {
    private static final double PATH_SECONDS = 0.024;

    private EchoLine() {}

    /** What comes back of {@code far}: {@code lossDb} below it, set in {@code delayMs} late. */
    static short[] echo(long seed, short[] far, int rateHz, int delayMs, double lossDb) {
        Random random = new Random(seed);
        double[] path = new double[(int) (PATH_SECONDS * rateHz)];
        for (int i = 0; i < path.length; i++) {
            path[i] = random.nextGaussian() * StrictMath.exp(-5.0 * i / path.length);
        }
        int delay = delayMs * rateHz / 1000;
        double[] sound = new double[far.length];
        double returned = 0;
        double sent = 0;
        for (int i = 0; i < far.length; i++) {
            for (int k = 0; k < path.length && i - delay - k >= 0; k++) {
                sound[i] += path[k] * far[i - delay - k];
            }
            returned += sound[i] * sound[i];
            sent += i >= delay ? (double) far[i - delay] * far[i - delay] : 0;
        }
        double gain = StrictMath.sqrt(sent / returned) * StrictMath.pow(10, -lossDb / 20);
        short[] echo = new short[far.length];
        for (int i = 0; i < far.length; i++) {
            echo[i] = (short) Math.max(-32_768, Math.min(32_767, Math.rint(gain * sound[i])));
        }
        return echo;
    }

    /** What comes back of {@code far} over a line without reflections. */
    static short[] clean(short[] far, int rateHz, int delayMs, double lossDb) {
        double gain = StrictMath.pow(10, -lossDb / 20);
        int delay = delayMs * rateHz / 1000;
        short[] echo = new short[far.length];
        for (int i = delay; i < far.length; i++) {
            echo[i] = (short) Math.rint(gain * far[i - delay]);
        }
        return echo;
    }

    /** Adds the sounds up. */
    static short[] mix(short[]... sounds) {
        short[] sum = sounds[0].clone();
        for (int i = 1; i < sounds.length; i++) {
            Voice.mix(sum, sounds[i], 0, 1);
        }
        return sum;
    }

    static short[] quietNoise(int samples) {
        return Voice.noise(77, samples, false, -75);
    }

    /** What is left of a sound that was sent as µ-law. */
    static short[] coded(short[] pcm) {
        byte[] payload = new byte[pcm.length];
        short[] decoded = new short[pcm.length];
        G711.PCMU.encode(pcm, 0, pcm.length, payload, 0);
        G711.PCMU.decode(payload, 0, payload.length, decoded, 0);
        return decoded;
    }

    /** A canceller at work on a whole call. */
    static final class Run {
        private final EchoCanceller canceller;
        private final int frame;
        private final float[] out;
        private final boolean[] cancelling;
        private final float[] frameOut;

        Run(EchoCanceller canceller, int rateHz, short[] near, short[] far) {
            this.canceller = canceller;
            frame = rateHz / 50;
            out = new float[near.length];
            cancelling = new boolean[near.length / frame];
            frameOut = new float[frame];
            for (int i = 0; i < cancelling.length; i++) {
                step(i, near, far);
            }
        }

        private void step(int i, short[] near, short[] far) {
            short[] sent = isZero(far, i * frame) ? null : far;
            canceller.process(near, i * frame, sent, i * frame, frameOut);
            System.arraycopy(frameOut, 0, out, i * frame, frame);
            cancelling[i] = canceller.cancelling();
        }

        private boolean isZero(short[] pcm, int off) {
            for (int i = off; i < off + frame; i++) {
                if (pcm[i] != 0) {
                    return false;
                }
            }
            return true;
        }

        float[] out() {
            return out;
        }

        /** Milliseconds after which the first frame went through the filter, or a year. */
        int cancellingFromMs(int fromMs) {
            for (int i = fromMs / 20; i < cancelling.length; i++) {
                if (cancelling[i]) {
                    return 20 * i;
                }
            }
            return Integer.MAX_VALUE;
        }

        boolean cancellingAt(int ms) {
            return cancelling[ms / 20];
        }

        /** Frames that went through the filter. */
        int cancelled() {
            int count = 0;
            for (boolean one : cancelling) {
                count += one ? 1 : 0;
            }
            return count;
        }
    }

    /** Decibels by which the first sound is louder than the second, over a part of both. */
    static double louderDb(short[] first, float[] second, int fromMs, int toMs, int rateHz) {
        double a = 1;
        double b = 1;
        for (int i = (int) ((long) fromMs * rateHz / 1000); i < (long) toMs * rateHz / 1000; i++) {
            a += (double) first[i] * first[i];
            b += (double) second[i] * second[i];
        }
        return 10 * Math.log10(a / b);
    }
}
