package io.sidetone.speech.embedded;

import io.sidetone.speech.loopback.TestTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What an engine published, in order; a test waits for an event, never for a time. */
public final class EventLog {
    private static final long GIVE_UP_MS = 20_000;
    private static final long LOOK_MS = 500;

    private final List<String> lines = new ArrayList<>();

    public synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    public String await(String start) {
        return await(line -> line.startsWith(start), start);
    }

    /** Returns the first line that matches; fails with the whole log when it never comes. */
    public synchronized String await(Predicate<String> wanted, String what) {
        long giveUp = TestTime.runNs() + GIVE_UP_MS * 1_000_000;
        while (true) {
            for (String line : lines) {
                if (wanted.test(line)) {
                    return line;
                }
            }
            long leftMs = (giveUp - TestTime.runNs()) / 1_000_000;
            if (leftMs <= 0) {
                throw new AssertionError("no \"" + what + "\" among " + lines);
            }
            try {
                wait(Math.min(LOOK_MS, leftMs));
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted waiting for " + what, e);
            }
        }
    }

    public synchronized void clear() {
        lines.clear();
    }
}
