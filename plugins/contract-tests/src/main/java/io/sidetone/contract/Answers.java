package io.sidetone.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Answers of an engine, in order, a line each. Thread-safe. A test waits for an answer, never for a time. */
public final class Answers {
    private static final long GIVE_UP_NS = 20_000_000_000L;
    private static final long LOOK_MS = 100;

    private final List<String> lines = new ArrayList<>();

    /** Creates a log without answers. */
    public Answers() {}

    /** Adds an answer. */
    public synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    /** Returns the answers so far. */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns the answers so far that begin with {@code start}. */
    public List<String> starting(String start) {
        return lines().stream().filter(line -> line.startsWith(start)).toList();
    }

    /** Waits for an answer that begins with {@code start}, and returns the first; fails with all answers when none comes. */
    public String await(String start) {
        return await(start, line -> line.startsWith(start));
    }

    /** Waits for an answer that is {@code wanted}. */
    public synchronized String await(String what, Predicate<String> wanted) {
        long giveUpNs = System.nanoTime() + GIVE_UP_NS;
        while (true) {
            for (String line : lines) {
                if (wanted.test(line)) {
                    return line;
                }
            }
            if (System.nanoTime() - giveUpNs > 0) {
                throw new AssertionError("'" + what + "' did not come; there are " + lines);
            }
            try {
                wait(LOOK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for '" + what + "'", e);
            }
        }
    }
}
