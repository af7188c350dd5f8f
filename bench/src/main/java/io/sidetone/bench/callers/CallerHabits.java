package io.sidetone.bench.callers;

import java.util.SplittableRandom;

/** Behavior of a caller: how long he talks, holds, and stays away. Times in ns. Timer thread. */
public final class CallerHabits {
    private static final long SECOND_NS = 1_000_000_000L;

    /** Longer than any bench. */
    private static final long FOREVER_NS = 1L << 60;

    /** One stretch of talk of so many ends with a hold, the others with a hang-up. */
    private static final int STRETCHES_PER_HOLD = 4;

    private final SplittableRandom random;
    private final long onceNs;

    private CallerHabits(SplittableRandom random, long onceNs) {
        this.random = random;
        this.onceNs = onceNs;
    }

    /** Returns those of a caller who holds, hangs up and calls again, at random but the same for the same seed. */
    public static CallerHabits restless(long seed) {
        return new CallerHabits(new SplittableRandom(seed), 0);
    }

    /** Returns those of a caller who calls once and talks for {@code talkS} seconds. */
    public static CallerHabits once(int talkS) {
        return new CallerHabits(null, talkS * SECOND_NS);
    }

    /** Returns those of a caller who calls once and talks until the bench ends. */
    public static CallerHabits staying() {
        return new CallerHabits(null, FOREVER_NS);
    }

    /** Returns how long a caller talks before he does something: a restless one 5 s to 60 s. */
    long talkNs() {
        return random == null ? onceNs : random.nextLong(5 * SECOND_NS, 60 * SECOND_NS);
    }

    /** Returns whether he then puts the agent on hold; else he hangs up. */
    boolean holds() {
        return random != null && random.nextInt(STRETCHES_PER_HOLD) == 0;
    }

    /** Returns how long he keeps it there: 1 s to 8 s. */
    long holdNs() {
        return random.nextLong(SECOND_NS, 8 * SECOND_NS);
    }

    /** Returns how long his line is free after a call: 0.2 s to 2 s. */
    long awayNs() {
        return random == null ? FOREVER_NS : random.nextLong(SECOND_NS / 5, 2 * SECOND_NS);
    }
}
