package io.sidetone.audio.tone;

import io.sidetone.audio.SampleRate;
import java.util.Arrays;

/**
 * Hears the digits of a telephone in its sound, frame by frame (ITU-T Q.23, Q.24): a tone of 40 ms is a digit, one of 23 ms is
 * none, a break of 10 ms splits none and a pause of 40 ms does. One thread; nothing is allocated after creation.
 */
public final class DtmfDetector {
    /** Value that {@link #frame} returns when no digit has ended. */
    public static final char NO_DIGIT = 0;

    /** Windows that make a digit: 40 ms of tone have more, 23 ms have fewer. */
    static final int LEAST_HITS = 5;

    /** Windows in a row without it that end a digit: a break of 10 ms has fewer, a pause of 40 ms has more. */
    static final int MOST_MISSES = 6;

    /** Windows without it that noise may cost a digit that begins. */
    private static final int LATE_MISSES = 1;

    /** A tone of any length is longer than its windows have hops: they begin and end inside it. */
    private static final int HOPS_OVER = 2;

    /** States, by whether a key is heard. */
    private enum State {
        /** No. */
        QUIET,
        /** For too short a time. */
        BEGINNING,
        /** Yes. */
        PRESSED
    }

    private final DtmfWindow window;
    private final float[] recent;
    private final int kept;
    private final int hop;
    private State state = State.QUIET;
    private int key;
    private int windows;
    private int hits;
    private int misses;
    private int blind;
    private boolean tone;
    private int durationMs;

    /** Creates a detector for mono PCM16 at {@code sampleRateHz}. */
    public DtmfDetector(int sampleRateHz) {
        window = new DtmfWindow(sampleRateHz);
        hop = SampleRate.frameSamples(sampleRateHz) * DtmfWindow.HOP_MS / SampleRate.FRAME_MS;
        kept = SampleRate.frameSamples(sampleRateHz) * DtmfWindow.WINDOW_MS / SampleRate.FRAME_MS - hop;
        recent = new float[kept + SampleRate.frameSamples(sampleRateHz)];
    }

    /**
     * Takes 20 ms of sound.
     *
     * @return the digit that ended in it, or {@link #NO_DIGIT}
     */
    public char frame(short[] pcm, int off) {
        int samples = recent.length - kept;
        System.arraycopy(recent, samples, recent, 0, kept);
        for (int i = 0; i < samples; i++) {
            recent[kept + i] = pcm[off + i];
        }
        char ended = NO_DIGIT;
        tone = state != State.QUIET;
        for (int from = 0; from < samples; from += hop) {
            int heard = window.key(recent, from);
            tone |= heard != DtmfWindow.NONE;
            char digit = transition(heard);
            ended = digit == NO_DIGIT ? ended : digit;
        }
        return ended;
    }

    /** Sound was lost before the next frame: a key that is held stays held. */
    public void gap() {
        Arrays.fill(recent, 0f);
        window.restart();
        blind = kept / hop;
    }

    /**
     * No sound comes any more.
     *
     * @return the digit that ended with it, or {@link #NO_DIGIT}
     */
    public char end() {
        gap();
        return state == State.QUIET ? NO_DIGIT : over();
    }

    /** Returns whether the frame taken last may hold the tones of a key. */
    public boolean tone() {
        return tone;
    }

    /** Returns whether a key is heard. */
    public boolean pressed() {
        return state == State.PRESSED;
    }

    /** Returns how long the key of the digit that ended last was pressed, in ms, within 10 ms. */
    public int durationMs() {
        return durationMs;
    }

    private char transition(int heard) {
        boolean other = heard != key && heard != DtmfWindow.NONE;
        if (state == State.QUIET || state == State.BEGINNING && other) {
            state = heard == DtmfWindow.NONE ? State.QUIET : State.BEGINNING;
            key = heard;
            windows = 1;
            hits = 1;
            misses = 0;
            return NO_DIGIT;
        }
        windows++;
        if (blind > 0) {
            blind--;
            return NO_DIGIT;
        }
        if (heard == key) {
            hits++;
            misses = 0;
            state = hits >= LEAST_HITS ? State.PRESSED : state;
            return NO_DIGIT;
        }
        misses++;
        if (state == State.BEGINNING) {
            state = misses > LATE_MISSES ? State.QUIET : state;
            return NO_DIGIT;
        }
        return misses >= MOST_MISSES ? over() : NO_DIGIT;
    }

    private char over() {
        boolean digit = state == State.PRESSED;
        state = State.QUIET;
        durationMs = (windows - misses + HOPS_OVER) * DtmfWindow.HOP_MS;
        return digit ? Tone.digit(key) : NO_DIGIT;
    }
}
