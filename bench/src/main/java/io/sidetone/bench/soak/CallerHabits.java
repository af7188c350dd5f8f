package io.sidetone.bench.soak;

import java.util.SplittableRandom;

/** How callers behave, at random but the same for the same seed: how long they talk, hold, and stay away. Times in ns. */
final class CallerHabits {
    private static final long SECOND_NS = 1_000_000_000L;

    /** One stretch of talk of so many ends with a hold, the others with a hang-up. */
    private static final int STRETCHES_PER_HOLD = 4;

    private final SplittableRandom random;

    CallerHabits(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** How long a caller talks before he does something: 5 s to 60 s. */
    long talkNs() {
        return random.nextLong(5 * SECOND_NS, 60 * SECOND_NS);
    }

    /** Whether he then puts the agent on hold; else he hangs up. */
    boolean holds() {
        return random.nextInt(STRETCHES_PER_HOLD) == 0;
    }

    /** How long he keeps it there: 1 s to 8 s. */
    long holdNs() {
        return random.nextLong(SECOND_NS, 8 * SECOND_NS);
    }

    /** How long his line is free after a call: 0.2 s to 2 s. */
    long awayNs() {
        return random.nextLong(SECOND_NS / 5, 2 * SECOND_NS);
    }
}
