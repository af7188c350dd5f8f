package io.sidetone.audio.frame;

import io.sidetone.audio.SampleRate;
import java.util.Arrays;

/**
 * Replaces lost frames with fading sound, for at most three frames, then with silence; the next good frame is blended
 * in. A voice continues with its last pitch period, in the manner of ITU-T G.711 Appendix I but without its 3.75 ms of
 * delay. Noise has no period: when repeated it would hum and sound like a voice. It continues with its own last 20 ms
 * backwards and forwards, which sounds alike and repeats nothing.
 *
 * <p>One thread; from the first loss on, every frame of the stream passes {@link #good} or {@link #conceal}, in order, each of the same number
 * of samples. Its user keeps the frames; the last two are looked at when the first is lost. Nothing is allocated after creation.
 */
public final class LossConcealer {
    /** Frames concealed before silence. */
    public static final int MAX_CONCEALED_FRAMES = 3;

    private static final int MIN_PITCH_HZ = 66;
    /** Higher voices are repeated by two or three of their periods, which also suits consonants. */
    private static final int MAX_PITCH_HZ = 200;

    private static final int COARSE_RATE_HZ = 4_000;
    private static final int FULL_GAIN_MS = 10;

    /** Samples with a lower correlation to those of one period before are noise. */
    private static final float LEAST_VOICED = 0.7f;

    private final int frameSamples;
    private final int shortestPeriod;
    private final int longestPeriod;
    private final int coarseStep;
    private final int matchSamples;

    /** The last samples in their order, while a period is looked for. */
    private final float[] history;

    private final float[] period;
    private final float fadePerSample;
    private final int fadeAfterSamples;

    private int periodSamples;
    private boolean voiced;
    private float bestVoicing;
    private int lostSamples;
    private int lostFrames;
    private float jump;

    /**
     * Creates a concealer for 20 ms frames of mono PCM16 at {@code sampleRateHz}.
     *
     * @throws IllegalArgumentException when 20 ms at this rate are less than one sample
     */
    public LossConcealer(int sampleRateHz) {
        frameSamples = SampleRate.frameSamples(sampleRateHz);
        if (frameSamples <= 0) {
            throw new IllegalArgumentException(
                    "concealer sample rate " + sampleRateHz + " Hz is below 1000; give the rate of the stream");
        }
        shortestPeriod = sampleRateHz / MAX_PITCH_HZ;
        longestPeriod = sampleRateHz / MIN_PITCH_HZ;
        coarseStep = Math.max(1, sampleRateHz / COARSE_RATE_HZ);
        matchSamples = frameSamples * 3 / 4;
        history = new float[longestPeriod + longestPeriod / 4 + matchSamples];
        period = new float[Math.max(longestPeriod, frameSamples)];
        fadeAfterSamples = sampleRateHz / 1000 * FULL_GAIN_MS;
        fadePerSample = 1f / (MAX_CONCEALED_FRAMES * frameSamples - fadeAfterSamples);
    }

    /** Returns the samples of one frame. */
    public int frameSamples() {
        return frameSamples;
    }

    /**
     * Takes a frame of mono PCM16 that arrived. After a loss its beginning is changed in place, in the caller's array,
     * so that it joins smoothly.
     *
     * @throws IllegalArgumentException when the frame has another length
     */
    public void good(short[] pcm, int off, int samples) {
        requireFrame(samples);
        if (lostFrames > 0) {
            rejoin(pcm, off);
            lostFrames = 0;
            lostSamples = 0;
        }
    }

    /**
     * Writes a replacement for a missing frame, mono PCM16, into the caller's array.
     *
     * @param pcm holds the frames before, whether they arrived or were replaced, and receives the replacement
     * @param olderOff where the frame before the last begins
     * @param lastOff where the last frame begins
     * @param off where the replacement begins
     */
    public void conceal(short[] pcm, int olderOff, int lastOff, int off, int samples) {
        requireFrame(samples);
        if (lostFrames == 0) {
            lineUp(pcm, olderOff, lastOff);
            findPeriod();
        }
        lostFrames++;
        if (lostFrames > MAX_CONCEALED_FRAMES) {
            Arrays.fill(pcm, off, off + samples, (short) 0);
        } else {
            for (int i = 0; i < samples; i++) {
                pcm[off + i] = toSample(continuation(lostSamples + i));
            }
        }
        lostSamples += samples;
    }

    /** Sample {@code index} since the loss, of the faded replacement. */
    private float continuation(int index) {
        float gain = index < fadeAfterSamples ? 1f : 1f - (index - fadeAfterSamples) * fadePerSample;
        if (gain <= 0) {
            return 0f;
        }
        if (!voiced) {
            int turns = index / frameSamples;
            int at = index - turns * frameSamples;
            return gain * period[turns % 2 == 0 ? frameSamples - 1 - at : at];
        }
        float value = period[index % periodSamples];
        int smoothing = periodSamples / 4;
        if (index < smoothing) {
            value += jump * (smoothing - index) / smoothing;
        }
        return gain * value;
    }

    private void rejoin(short[] pcm, int off) {
        int overlap = Math.min(frameSamples / 2, frameSamples / 5 * lostFrames);
        for (int i = 0; i < overlap; i++) {
            float share = (i + 0.5f) / overlap;
            float replaced = lostFrames > MAX_CONCEALED_FRAMES ? 0f : continuation(lostSamples + i);
            pcm[off + i] = toSample(share * pcm[off + i] + (1 - share) * replaced);
        }
    }

    private void lineUp(short[] pcm, int olderOff, int lastOff) {
        int ofOlder = history.length - frameSamples;
        for (int i = 0; i < ofOlder; i++) {
            history[i] = pcm[olderOff + frameSamples - ofOlder + i];
        }
        for (int i = 0; i < frameSamples; i++) {
            history[ofOlder + i] = pcm[lastOff + i];
        }
    }

    private void findPeriod() {
        int best = bestLag(shortestPeriod, longestPeriod, coarseStep);
        periodSamples = coarseStep == 1
                ? best
                : bestLag(Math.max(shortestPeriod, best - coarseStep), Math.min(longestPeriod, best + coarseStep), 1);
        int end = history.length;
        voiced = bestVoicing >= LEAST_VOICED;
        if (!voiced) {
            System.arraycopy(history, end - frameSamples, period, 0, frameSamples);
            return;
        }
        int start = end - periodSamples;
        System.arraycopy(history, start, period, 0, periodSamples);
        // The end of the period is blended with the sound before its beginning, so that repetitions join smoothly.
        int blend = periodSamples / 4;
        for (int i = 0; i < blend; i++) {
            float share = (i + 1f) / (blend + 1);
            int at = periodSamples - blend + i;
            period[at] = (1 - share) * period[at] + share * history[start - blend + i];
        }
        jump = history[end - 1] - history[start - 1];
    }

    /** Returns the lag at which the signal is most similar to its newest 20 ms, by normalized correlation. */
    private int bestLag(int from, int to, int step) {
        int end = history.length;
        int start = end - matchSamples;
        int best = to;
        float bestScore = 0;
        float ownEnergy = 1f;
        for (int i = start; i < end; i += step) {
            ownEnergy += history[i] * history[i];
        }
        for (int lag = from; lag <= to; lag += step) {
            float cross = 0;
            float energy = 1f;
            for (int i = start; i < end; i += step) {
                float earlier = history[i - lag];
                cross += history[i] * earlier;
                energy += earlier * earlier;
            }
            float score = cross > 0 ? cross * cross / energy : 0;
            if (score > bestScore) {
                bestScore = score;
                best = lag;
            }
        }
        bestVoicing = (float) Math.sqrt(bestScore / ownEnergy);
        return best;
    }

    private void requireFrame(int samples) {
        if (samples != frameSamples) {
            throw new IllegalArgumentException("frame of " + samples + " samples where this concealer takes "
                    + frameSamples + "; cut the stream into 20 ms frames");
        }
    }

    private static short toSample(float value) {
        return (short) Math.max(-32_768, Math.min(32_767, Math.round(value)));
    }
}
