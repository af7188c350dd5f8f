package io.sidetone.tools.system;

import io.sidetone.audio.frame.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a telephone switch does with what an agent sends: it keeps frames and plays one every tick of 20 ms, stands still,
 * forgets. Everything is noted with its tick, so that a test judges by the switch's own time. Thread-safe.
 */
final class SwitchPlayer {
    private final Deque<Object> queue = new ArrayDeque<>();
    private final List<Note> notes = new ArrayList<>();
    private boolean paused;
    private int tick;
    private int voicedPlayed;

    /** Something that happened: {@code audio} in (voiced or silent), a command of the agent, or the caller's doing. */
    record Note(int tick, String what) {}

    /** A mark between two frames. */
    private record Mark(String name) {}

    static final String VOICED = "voiced";
    static final String SILENT = "silent";

    synchronized void note(String what) {
        notes.add(new Note(tick, what));
    }

    /** 20 ms of linear sound arrive, low byte first. */
    synchronized void arrive(short[] frame) {
        boolean voiced = Level.isAgentAudio(frame, 0, frame.length);
        notes.add(new Note(tick, voiced ? VOICED : SILENT));
        queue.add(frame);
    }

    synchronized void mark(String name) {
        queue.add(new Mark(name));
    }

    /** Forgets everything; returns the marks that are lost. */
    synchronized List<String> flush() {
        List<String> lost = new ArrayList<>();
        queue.forEach(entry -> {
            if (entry instanceof Mark mark) {
                lost.add(mark.name());
            }
        });
        queue.clear();
        return lost;
    }

    synchronized void pause(boolean on) {
        paused = on;
    }

    /** Plays 20 ms; returns the marks that were passed. */
    synchronized List<String> play() {
        tick++;
        List<String> passed = new ArrayList<>();
        while (!paused && !queue.isEmpty()) {
            if (queue.poll() instanceof Mark mark) {
                passed.add(mark.name());
                continue;
            }
            voicedPlayed++;
            break;
        }
        while (!paused && queue.peek() instanceof Mark) {
            passed.add(((Mark) queue.poll()).name());
        }
        return passed;
    }

    synchronized int played() {
        return voicedPlayed;
    }

    synchronized int waiting() {
        return queue.size();
    }

    synchronized List<Note> notes() {
        return List.copyOf(notes);
    }

    /** Returns the place of the first note like {@code what} at or after {@code from}; −1 if there is none. */
    int find(String what, int from) {
        List<Note> all = notes();
        for (int i = Math.max(0, from); i < all.size(); i++) {
            if (all.get(i).what().startsWith(what)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns how many notes from {@code from} to {@code to} are {@code what}. */
    long count(String what, int from, int to) {
        return notes().subList(from, to).stream()
                .filter(note -> note.what().equals(what))
                .count();
    }
}
