package io.sidetone.tools.scenario.run;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.tools.scenario.engine.CallerWords;
import io.sidetone.tools.scenario.file.LineFaults;
import io.sidetone.tools.scenario.file.Words;
import io.sidetone.tools.softphone.wire.LineImpairment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The caller's side of the line, 20 ms at a time: what is said sounds, and its words become known as they end. One thread. */
final class CallerVoice {
    private static final int FRAME = SampleRate.frameSamples(Syllables.RATE_HZ);
    private static final int MS_PER_CHAR = 65;

    /** A single short word still takes longer than the onset of a turn. */
    private static final int SHORTEST_MS = 500;

    private static final double COUGH_DBOV = -24;

    private final CallerWords words;
    private final SplittableRandom random;
    private final LineImpairment line;
    private final long seed;
    private final short[] frame = new short[FRAME];
    private short[] sound = new short[0];
    private int at;
    private List<String> spoken = List.of();
    private int nextWord;
    private int charsBefore;
    private int charsOfAll;

    CallerVoice(CallerWords words, LineFaults faults, long seed, SplittableRandom random) {
        this.words = words;
        this.random = random;
        this.seed = seed;
        line = new LineImpairment(Syllables.RATE_HZ, faults, seed, random);
    }

    /** Begins to say {@code text}. */
    void say(String text) {
        int ms = Math.max(SHORTEST_MS, MS_PER_CHAR * text.length());
        say(text, Syllables.voice(frames(ms) * FRAME, random.nextInt(64)));
    }

    /** Begins to play {@code pcm}, 8 kHz mono, in which {@code text} is said. */
    void say(String text, short[] pcm) {
        sound = pcm;
        at = 0;
        spoken = Words.of(text).isEmpty() ? List.of() : Words.spoken(text);
        nextWord = 0;
        charsBefore = 0;
        charsOfAll = spoken.stream().mapToInt(String::length).sum();
    }

    /** Begins to make a noise that is no speech. */
    void cough(int ms) {
        short[] cough = new short[frames(ms) * FRAME];
        new SpeechNoise(Syllables.RATE_HZ, seed + 1, COUGH_DBOV).fill(cough, 0, cough.length);
        say("", cough);
    }

    private static int frames(int ms) {
        return (ms + SampleRate.FRAME_MS - 1) / SampleRate.FRAME_MS;
    }

    /** Returns whether something sounds. */
    boolean sounding() {
        return at < sound.length;
    }

    /** Returns the next 20 ms; valid until the next call. */
    short[] next(long nowNs) {
        int count = Math.min(FRAME, sound.length - at);
        System.arraycopy(sound, at, frame, 0, count);
        Arrays.fill(frame, count, FRAME, (short) 0);
        at += count;
        line.addTo(frame);
        while (nextWord < spoken.size() && ended(nextWord)) {
            String word = spoken.get(nextWord++);
            charsBefore += word.length();
            words.add(word, nowNs);
        }
        return frame;
    }

    /** Words share the length of the sound by their letters. */
    private boolean ended(int word) {
        long chars = (long) charsBefore + spoken.get(word).length();
        return (long) at * charsOfAll >= chars * sound.length;
    }

    /** Returns whether the present packet is lost on the way. */
    boolean lost() {
        return line.lost();
    }
}
