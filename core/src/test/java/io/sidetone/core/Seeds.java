package io.sidetone.core;

import java.util.stream.LongStream;

/**
 * Seeds of random tests: the same ones in every run of the build, so that a red build stays red, and new ones in a long
 * run. {@code -Dsidetone.seed=N} repeats one; {@code -Dsidetone.rounds=K} runs K times as many, from the clock.
 */
public final class Seeds {
    private static final long FIRST = 20_261_101L;

    private Seeds() {}

    /** Whether one seed is being run again: counts over all of them mean nothing then. */
    public static boolean repeated() {
        return Long.getLong("sidetone.seed") != null;
    }

    /** Returns {@code count} seeds, or as many as the properties ask for, and prints the first. */
    public static long[] of(int count) {
        Long given = Long.getLong("sidetone.seed");
        int rounds = Integer.getInteger("sidetone.rounds", 0);
        long first = given != null ? given : rounds > 0 ? System.nanoTime() : FIRST;
        long last = given != null ? first : first + (long) count * Math.max(1, rounds) - 1;
        System.out.println("seeds " + first + " to " + last + "; -Dsidetone.seed=N repeats one");
        return LongStream.rangeClosed(first, last).toArray();
    }
}
