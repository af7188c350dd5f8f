package io.sidetone.core.lane;

/**
 * Number of lanes and how they wait.
 *
 * @param lanes number of lanes
 * @param ringSize slots per lane, a power of two
 * @param maxCalls calls in all
 * @param waitKind how lane threads wait
 */
public record LaneSettings(int lanes, int ringSize, int maxCalls, WaitKind waitKind) {
    /** Slots for most of a second of 200 calls, while the first of them are still interpreted; about 2 kB each. */
    public static final int DEFAULT_RING_SIZE = 8192;

    /** Checks the ranges. */
    public LaneSettings {
        if (Integer.bitCount(ringSize) != 1 || ringSize < 64) {
            throw new IllegalArgumentException("ring size " + ringSize + " must be a power of two, at least 64");
        }
    }

    /** Half the cores, at least one; blocking. */
    public static LaneSettings defaults(int maxCalls) {
        int lanes = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return new LaneSettings(lanes, DEFAULT_RING_SIZE, maxCalls, WaitKind.BLOCKING);
    }
}
