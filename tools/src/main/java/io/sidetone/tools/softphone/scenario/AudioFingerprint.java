package io.sidetone.tools.softphone.scenario;

import io.sidetone.audio.frame.Level;
import java.util.Arrays;

/**
 * The shape of a stretch of speech: level and zero crossings, every 10 ms. It suffices to recognize the same words of
 * the same voice, and nothing else. Immutable.
 */
final class AudioFingerprint {
    /** The fingerprint of silence. */
    static final AudioFingerprint EMPTY = new AudioFingerprint(new float[0], new float[0]);

    private static final int HOP_SAMPLES = 80;

    /** Longest ending that is compared: enough for a question, and shorter than any introduction before it. */
    private static final int MAX_HOPS = 150;

    /** Shortest ending that is compared. */
    private static final int MIN_HOPS = 40;

    /** The most hops by which the ends of two equal sentences may differ. */
    private static final int MAX_SHIFT = 4;

    private static final float FLOOR_DBOV = -55f;
    private static final double MIN_LEVEL_DEVIATION_DB = 3;
    private static final double MAX_MEAN_DIFFERENCE_DB = 4;
    private static final double MIN_LEVEL_CORRELATION = 0.9;
    private static final double MIN_CROSSING_CORRELATION = 0.8;

    private final float[] levels;
    private final float[] crossings;

    private AudioFingerprint(float[] levels, float[] crossings) {
        this.levels = levels;
        this.crossings = crossings;
    }

    /** Collects sound. */
    static final class Builder {
        private final short[] window = new short[2 * HOP_SAMPLES];
        private int pending;
        private float[] levels = new float[256];
        private float[] crossings = new float[256];
        private int hops;

        /** Takes mono PCM16 at 8 kHz. */
        void add(short[] pcm, int off, int samples) {
            for (int i = 0; i < samples; i++) {
                window[HOP_SAMPLES + pending++] = pcm[off + i];
                if (pending == HOP_SAMPLES) {
                    hop();
                }
            }
        }

        private void hop() {
            float level = Level.dbov(window, 0, window.length);
            // Silence before the first word does not count.
            if (hops > 0 || level > Level.AGENT_AUDIO_DBOV) {
                if (hops == levels.length) {
                    levels = Arrays.copyOf(levels, 2 * hops);
                    crossings = Arrays.copyOf(crossings, 2 * hops);
                }
                levels[hops] = Math.max(FLOOR_DBOV, level);
                crossings[hops] = level > FLOOR_DBOV ? signChanges() : 0;
                hops++;
            }
            System.arraycopy(window, HOP_SAMPLES, window, 0, HOP_SAMPLES);
            pending = 0;
        }

        private int signChanges() {
            int changes = 0;
            for (int i = 1; i < window.length; i++) {
                changes += (window[i] ^ window[i - 1]) >>> 31;
            }
            return changes;
        }

        /** Returns the fingerprint from the first voiced window to the last. */
        AudioFingerprint build() {
            int end = hops;
            while (end > 0 && levels[end - 1] <= Level.AGENT_AUDIO_DBOV) {
                end--;
            }
            return new AudioFingerprint(Arrays.copyOf(levels, end), Arrays.copyOf(crossings, end));
        }
    }

    /** Returns whether this ends with the words the other one ends with. */
    boolean endsLike(AudioFingerprint other) {
        int hops = Math.min(MAX_HOPS, Math.min(levels.length, other.levels.length) - MAX_SHIFT);
        if (hops < MIN_HOPS) {
            return false;
        }
        for (int shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift++) {
            int from = levels.length - hops - Math.max(0, shift);
            int otherFrom = other.levels.length - hops - Math.max(0, -shift);
            if (alike(from, other, otherFrom, hops)) {
                return true;
            }
        }
        return false;
    }

    private boolean alike(int from, AudioFingerprint other, int otherFrom, int hops) {
        double difference = 0;
        for (int i = 0; i < hops; i++) {
            difference += Math.abs(levels[from + i] - other.levels[otherFrom + i]);
        }
        return difference / hops <= MAX_MEAN_DIFFERENCE_DB
                && deviation(levels, from, hops) >= MIN_LEVEL_DEVIATION_DB
                && correlation(levels, from, other.levels, otherFrom, hops) >= MIN_LEVEL_CORRELATION
                && correlation(crossings, from, other.crossings, otherFrom, hops) >= MIN_CROSSING_CORRELATION;
    }

    private static double mean(float[] values, int from, int count) {
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += values[i];
        }
        return sum / count;
    }

    private static double deviation(float[] values, int from, int count) {
        double mean = mean(values, from, count);
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += (values[i] - mean) * (values[i] - mean);
        }
        return Math.sqrt(sum / count);
    }

    private static double correlation(float[] a, int aFrom, float[] b, int bFrom, int count) {
        double aMean = mean(a, aFrom, count);
        double bMean = mean(b, bFrom, count);
        double products = 0;
        double aSquares = 0;
        double bSquares = 0;
        for (int i = 0; i < count; i++) {
            double x = a[aFrom + i] - aMean;
            double y = b[bFrom + i] - bMean;
            products += x * y;
            aSquares += x * x;
            bSquares += y * y;
        }
        double squares = aSquares * bSquares;
        return squares > 0 ? products / Math.sqrt(squares) : 0;
    }
}
