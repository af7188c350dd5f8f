package io.sidetone.tools.softphone.page;

import io.sidetone.audio.wav.Wav;
import java.util.Arrays;

/**
 * Both voices of a recording as levels, one in each {@code stepMs}.
 *
 * @param fromMs where the first step begins, on the clock of the timeline
 * @param stepMs length of a step
 * @param caller left channel
 * @param agent right channel
 */
record VoiceLevels(double fromMs, int stepMs, Voice caller, Voice agent) {
    /** Two pixels of a row of the page. */
    static final int STEP_MS = 25;

    /** A quiet channel is not blown up beyond this: −14 dB of full scale. */
    private static final int LEAST_PEAK = 6_500;

    private static final int PERCENT = 100;

    /**
     * One voice, in percent of its loudest sample.
     *
     * @param high largest sample of each step
     * @param low smallest sample of each step, without its sign
     */
    record Voice(int[] high, int[] low) {}

    /** Measures a recording of two channels that begins at {@code fromMs}. */
    static VoiceLevels of(Wav wav, double fromMs) {
        int stepSamples = wav.sampleRateHz() * STEP_MS / 1_000;
        return new VoiceLevels(fromMs, STEP_MS, voice(wav.channel(0), stepSamples), voice(wav.channel(1), stepSamples));
    }

    static Voice voice(short[] pcm, int stepSamples) {
        int steps = (pcm.length + stepSamples - 1) / stepSamples;
        int[] high = new int[steps];
        int[] low = new int[steps];
        for (int i = 0; i < pcm.length; i++) {
            int step = i / stepSamples;
            high[step] = Math.max(high[step], pcm[i]);
            low[step] = Math.max(low[step], -pcm[i]);
        }
        int peak = Math.max(
                LEAST_PEAK,
                Math.max(
                        Arrays.stream(high).max().orElse(0),
                        Arrays.stream(low).max().orElse(0)));
        return new Voice(percent(high, peak), percent(low, peak));
    }

    private static int[] percent(int[] levels, int peak) {
        return Arrays.stream(levels)
                .map(level -> Math.round((float) level * PERCENT / peak))
                .toArray();
    }
}
