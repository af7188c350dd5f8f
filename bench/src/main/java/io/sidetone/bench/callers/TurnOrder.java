package io.sidetone.bench.callers;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks the order of turns on one wire, frame by frame: no frame of an old turn after the first frame of the new one,
 * and no frame of a turn after its clear. Tags identify the turns ({@link TurnTags}). Used by the thread that reads the
 * wire.
 */
public final class TurnOrder {
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

    /** Handles a frame; returns whether it is the first of its turn. */
    public boolean frame(int tag) {
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

    /** Handles a clear: the peer must not play its buffered audio. */
    public void clear() {
        clears++;
        cancelled = true;
        remember(CLEARED);
    }

    /** Handles a mark; its name ends with the number of clears before it. */
    public void mark(String name) {
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

    /** Returns the last turns of frames, and clears. */
    private String story() {
        StringBuilder text = new StringBuilder();
        for (long i = Math.max(0, storied - story.length); i < storied; i++) {
            int what = story[(int) (i % story.length)];
            text.append(' ').append(what == CLEARED ? "clear" : Integer.toString(what));
        }
        return text.toString();
    }

    /** Returns the number of clears. */
    public long clears() {
        return clears;
    }

    /** Returns the number of frames of a turn after its clear, or after the first of the next turn. */
    public long oldFrames() {
        return oldFrames;
    }

    /** Returns the number of frames that were neither silent nor of a turn. */
    public long unreadable() {
        return unreadable;
    }

    /** Returns the number of marks. */
    public long marks() {
        return marks;
    }

    /** Returns the number of marks for audio from before the last clear. */
    public long oldMarks() {
        return oldMarks;
    }

    /** Describes the first old frames. */
    public List<String> shown() {
        return shown;
    }
}
