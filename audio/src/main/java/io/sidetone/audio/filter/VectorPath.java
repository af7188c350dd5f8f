package io.sidetone.audio.filter;

import java.util.function.LongSupplier;

/**
 * Chooses the loops: the plain ones, or those of the Vector API after a warm-up, when this JVM has its module ({@code
 * --add-modules jdk.incubator.vector}).
 *
 * <p>Until C2 has compiled it, the Vector API is some thousand times slower and allocates. So everything begins with
 * the plain loops. The vector loops replace them, at any moment and with the same bits, when a warm-up run allocates
 * nothing.
 */
public final class VectorPath {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String LOOPS = "io.sidetone.audio.vector.VectorApiLoops";
    private static final int MAX_ROUNDS = 100;
    private static final int RUNS_PER_ROUND = 100;
    private static final int QUIET_ROUNDS = 20;

    /** Time that a warm-up may take while the loops are not compiled. To run on would take the processor from the compiler. */
    static final long MOST_NS = 500_000_000L;

    private static final VectorLoops FOUND = find();
    private static volatile VectorLoops used;

    private VectorPath() {}

    private static VectorLoops find() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return null;
        }
        try {
            return (VectorLoops) Class.forName(LOOPS).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            // The module of this JVM differs from the compiled version: only the plain loops are used.
            return null;
        }
    }

    /** Returns the vector loops for runs of {@code count} samples, or null: then use the plain ones. */
    public static VectorLoops loops(int count) {
        return count < VectorLoops.LEAST_SAMPLES ? null : used;
    }

    /** Returns whether this JVM has vector loops. */
    public static boolean available() {
        return FOUND != null;
    }

    /** Returns whether the vector loops are in use. */
    public static boolean inUse() {
        return used != null;
    }

    /** Describes which loops are in use, or would be after a warm-up. */
    public static String description() {
        return FOUND == null ? "plain loops (no module " + MODULE + ")" : "Vector API, " + FOUND.bits() + " bits";
    }

    /**
     * Runs the vector loops on the calling thread, for half a second of its time at most until they are compiled. When they
     * allocate nothing any more, all threads use them.
     *
     * <p>The compiler runs at the same time, and on a busy machine later. When this returns false although they are
     * {@link #available}, call it again after a pause, in which the compiler can run.
     *
     * @param allocatedBytes gives the bytes that the calling thread has allocated so far
     * @param spentNs gives the processor time that the calling thread has taken so far
     * @return whether the vector loops are in use
     */
    public static boolean warmUp(LongSupplier allocatedBytes, LongSupplier spentNs) {
        if (FOUND == null || used != null) {
            return used != null;
        }
        VectorLoopWarmup warmup = new VectorLoopWarmup(FOUND);
        long beganNs = spentNs.getAsLong();
        int quiet = 0;
        for (int round = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round++) {
            long before = allocatedBytes.getAsLong();
            for (int i = 0; i < RUNS_PER_ROUND; i++) {
                warmup.run(i);
                if (spentNs.getAsLong() - beganNs > MOST_NS && allocatedBytes.getAsLong() != before) {
                    return false;
                }
            }
            quiet = allocatedBytes.getAsLong() == before ? quiet + 1 : 0;
        }
        use(quiet == QUIET_ROUNDS);
        return used != null;
    }

    /** Chooses without a warm-up, for tests. */
    static void use(boolean vector) {
        used = vector ? FOUND : null;
    }
}
