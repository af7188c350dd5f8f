package io.sidetone.tools.softphone.wire;

import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records what the caller sent: sound on the 20 ms grid, the sounds played and the keys pressed. The sending thread
 * writes; other threads read after that thread has ended.
 */
public final class CallerTrack {
    /** One sequence of keys. */
    public record Keys(String digits, long startNs, long endNs) {}

    /** A sound that is being sent. */
    static final class Playing {
        private final CallerSound sound;
        private long onsetNs = PlayedSound.NEVER;
        private long endNs = PlayedSound.NEVER;

        private Playing(CallerSound sound) {
            this.sound = sound;
        }

        void sent(int frame, long nowNs) {
            if (frame == sound.firstVoicedFrame()) {
                onsetNs = nowNs;
            }
            if (onsetNs != PlayedSound.NEVER && frame <= sound.lastVoicedFrame()) {
                endNs = nowNs;
            }
        }

        private PlayedSound result() {
            return new PlayedSound(sound.file(), onsetNs, endNs);
        }
    }

    private static final int SAMPLES_AT_FIRST = 240_000;

    private final List<Playing> sounds = new ArrayList<>();
    private final List<Keys> keys = new ArrayList<>();
    private short[] pcm = new short[SAMPLES_AT_FIRST];
    private int samples;
    private long firstNs = PlayedSound.NEVER;

    void frame(short[] frame, long nowNs) {
        if (firstNs == PlayedSound.NEVER) {
            firstNs = nowNs;
        }
        if (samples + frame.length > pcm.length) {
            pcm = Arrays.copyOf(pcm, 2 * samples);
        }
        System.arraycopy(frame, 0, pcm, samples, frame.length);
        samples += frame.length;
    }

    Playing begin(CallerSound sound) {
        Playing playing = new Playing(sound);
        sounds.add(playing);
        return playing;
    }

    void keys(Keys pressed) {
        keys.add(pressed);
    }

    /** Returns the sounds in the order they were played. */
    public List<PlayedSound> sounds() {
        return sounds.stream().map(Playing::result).toList();
    }

    /** Returns the keys in the order they were pressed. */
    public List<Keys> keys() {
        return List.copyOf(keys);
    }

    /** Returns when the first packet was sent, or {@link SentSound#NEVER}. */
    public long firstNs() {
        return firstNs;
    }

    /** Returns all sound sent since {@link #firstNs}: mono PCM16 at the rate of the line, one frame for each 20 ms. */
    public short[] pcm() {
        return Arrays.copyOf(pcm, samples);
    }
}
