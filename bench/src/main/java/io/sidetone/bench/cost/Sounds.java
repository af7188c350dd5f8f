package io.sidetone.bench.cost;

import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.bench.audio.Voice;

/** One second of each kind of sound, as frames of 20 ms. Deterministic. */
final class Sounds {
    /** Frames in a second. */
    static final int FRAMES = 50;

    private Sounds() {}

    /** A line without speech: −70 dBov. */
    static short[][] quiet(int sampleRateHz) {
        return noise(sampleRateHz, new SpeechNoise(sampleRateHz, 1, -70));
    }

    /** A loud room: noise with the spectrum of speech, −35 dBov. */
    static short[][] noise(int sampleRateHz) {
        return noise(sampleRateHz, new SpeechNoise(sampleRateHz, 2, -35));
    }

    /** A caller who speaks. */
    static short[][] speech(int sampleRateHz) {
        return new Voice(sampleRateHz).frames(FRAMES);
    }

    /** The agent's speech: −20 dBov. */
    static short[][] agent(int sampleRateHz) {
        return noise(sampleRateHz, new SpeechNoise(sampleRateHz, 3));
    }

    private static short[][] noise(int sampleRateHz, SpeechNoise source) {
        short[][] frames = new short[FRAMES][sampleRateHz / FRAMES];
        for (short[] frame : frames) {
            source.fill(frame, 0, frame.length);
        }
        return frames;
    }
}
