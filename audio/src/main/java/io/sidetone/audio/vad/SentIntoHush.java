package io.sidetone.audio.vad;

import io.sidetone.audio.echo.EchoCanceller;
import java.util.Arrays;

/**
 * Frames that we send while the caller's frames are only counted ({@link Hush}): the last frames, which stay their owner's, and how many
 * there were before them. Nothing is done with them but to note where they are. Most such times end without anything audible, and then
 * no echo of these frames is ever looked for.
 */
final class SentIntoHush {
    /** Frames that a search and a filter read once a louder frame comes. */
    static final int KEPT_FRAMES = EchoCanceller.READ_FRAMES;

    /** Null until there is one. */
    private short[][] frames;

    private int[] offsets;
    private int newest;
    private int kept;
    private int older;
    private int olderSounds;
    private int silent;

    /** Notes the frame that is sent now; null is silence. It must stay as it is while it is kept. */
    void add(short[] pcm, int off) {
        if (frames == null) {
            frames = new short[KEPT_FRAMES][];
            offsets = new int[KEPT_FRAMES];
        }
        newest = newest + 1 == KEPT_FRAMES ? 0 : newest + 1;
        if (kept == KEPT_FRAMES) {
            older++;
            olderSounds += frames[newest] == null ? 0 : 1;
        } else {
            kept++;
        }
        frames[newest] = pcm;
        offsets[newest] = off;
        silent = pcm == null ? silent + 1 : 0;
    }

    /** Returns how many of the last frames are kept. */
    int kept() {
        return kept;
    }

    /** Returns the frame that was sent so many frames before the last one: mono PCM16, null for silence. */
    short[] frame(int framesAgo) {
        return frames[at(framesAgo)];
    }

    /** Returns where in {@link #frame} it begins. */
    int offset(int framesAgo) {
        return offsets[at(framesAgo)];
    }

    private int at(int framesAgo) {
        int index = newest - framesAgo;
        return index < 0 ? index + KEPT_FRAMES : index;
    }

    /** Returns how many frames there were before those that are kept. */
    int older() {
        return older;
    }

    /** Returns how many of {@link #older} had sound. */
    int olderSounds() {
        return olderSounds;
    }

    /** Returns how many frames at the end are silent. */
    int silent() {
        return silent;
    }

    /** Returns how many frames there were at all. */
    int frames() {
        return older + kept;
    }

    /** Returns how many of all frames had sound. */
    int sounds() {
        int sounds = olderSounds;
        for (int ago = 0; ago < kept; ago++) {
            sounds += frame(ago) == null ? 0 : 1;
        }
        return sounds;
    }

    /** Forgets all of them. */
    void clear() {
        if (kept > 0) {
            Arrays.fill(frames, null);
        }
        kept = 0;
        older = 0;
        olderSounds = 0;
        silent = 0;
    }
}
