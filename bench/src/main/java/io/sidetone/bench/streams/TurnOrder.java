package io.sidetone.bench.streams;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks the order of turns on one wire, frame by frame: nothing of an old turn after the first frame of the new one, and
 * nothing of a turn after its clear. Turns are known by their tags ({@link TurnTags}). Used by the thread that reads the wire.
 */
final class TurnOrder {
    private static final int SHOWN_OLD = 3;
    private static final int CLEARED = -3;

    private final List<String> shown = new ArrayList<>();
    private final int[] story = new int[24];
    private long storied;
    private int turn;
    private boolean turnKnown;
    private boolean cancelled;
    private long frames;
    private long clears;
    private long oldFrames;
    private long unreadable;
    private long marks;
    private long oldMarks;

    /** A frame came; returns whether it is the first of its turn. */
    boolean frame(int tag) {
        remember(tag);
        frames++;
        if (tag == TurnTags.SILENT) {
            return false;
        }
        if (tag == TurnTags.UNKNOWN) {
            unreadable++;
            if (cancelled) {
                old("a frame that shows no turn after the clear of turn " + turn);
            }
            return false;
        }
        if (!turnKnown || ahead(tag) > 0 && ahead(tag) < TurnTags.COUNT / 2) {
            turnKnown = true;
            turn = tag;
            cancelled = false;
            return true;
        }
        if (tag != turn || cancelled) {
            old("a frame of turn " + tag + (cancelled ? " after the clear of turn " : " in turn ") + turn);
        }
        return false;
    }

    /** A clear came: what the peer holds is not to be played. */
    void clear() {
        clears++;
        cancelled = true;
        remember(CLEARED);
    }

    /** A mark came; its name ends with the number of clears before it. */
    void mark(String name) {
        marks++;
        if (Long.parseLong(name.substring(name.lastIndexOf(':') + 1)) != clears) {
            oldMarks++;
        }
    }

    private int ahead(int tag) {
        return Math.floorMod(tag - turn, TurnTags.COUNT);
    }

    private void old(String what) {
        oldFrames++;
        if (shown.size() < SHOWN_OLD) {
            shown.add(what + "; before:" + story());
        }
    }

    private void remember(int what) {
        story[(int) (storied++ % story.length)] = what;
    }

    /** The last turns of frames, and clears. */
    private String story() {
        StringBuilder text = new StringBuilder();
        for (long i = Math.max(0, storied - story.length); i < storied; i++) {
            int what = story[(int) (i % story.length)];
            text.append(' ').append(what == CLEARED ? "clear" : Integer.toString(what));
        }
        return text.toString();
    }

    /** Frames that came. */
    long frames() {
        return frames;
    }

    /** Clears that came. */
    long clears() {
        return clears;
    }

    /** Frames of a turn after its clear, or after the first of the next. */
    long oldFrames() {
        return oldFrames;
    }

    /** Frames that were neither silent nor of a turn. */
    long unreadable() {
        return unreadable;
    }

    /** Marks that came. */
    long marks() {
        return marks;
    }

    /** Marks that stood behind audio from before the last clear. */
    long oldMarks() {
        return oldMarks;
    }

    /** The first old frames, in words. */
    List<String> shown() {
        return shown;
    }
}
