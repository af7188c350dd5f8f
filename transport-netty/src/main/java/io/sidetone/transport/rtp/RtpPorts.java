package io.sidetone.transport.rtp;

import java.util.random.RandomGenerator;

/**
 * Even/odd port pairs, handed out in random order and rested before they are used again.
 *
 * <p>Random, so that the port of the next call cannot be guessed; rested, so that a new call does not inherit packets
 * meant for the last one. Where none has rested long enough, the one that has rested longest is better than no call. Any thread; callers hold its monitor for a few instructions, once per call.
 */
public final class RtpPorts {
    /** Value that {@link #acquire} answers when no pair is free and rested. */
    public static final int NONE = -1;

    private final long restNs;
    private final RandomGenerator random;
    private final int[] ready;
    private int readyCount;
    private final int[] resting;
    private final long[] restedAtNs;
    private int restingHead;
    private int restingCount;

    /**
     * Creates a pool.
     *
     * @param low first port of the range; rounded up to an even one
     * @param high last port of the range
     * @param restNs time between two uses of a pair
     * @param random used under the pool's monitor
     */
    public RtpPorts(int low, int high, long restNs, RandomGenerator random) {
        int first = low + (low & 1);
        int pairs = (high - first + 1) / 2;
        if (low < 1 || high > 65_535 || pairs < 1) {
            throw new IllegalArgumentException(
                    "rtp.ports " + low + "-" + high
                            + " holds no pair of an even port and the next; give a range inside 1-65535, for example 10000-20000");
        }
        this.restNs = restNs;
        this.random = random;
        this.ready = new int[pairs];
        this.resting = new int[pairs];
        this.restedAtNs = new long[pairs];
        for (int i = 0; i < pairs; i++) {
            ready[i] = first + 2 * i;
        }
        this.readyCount = pairs;
    }

    /** Returns the even port of a free pair, now the caller's, or {@link #NONE}. */
    public synchronized int acquire(long nowNs) {
        while (restingCount > 0 && nowNs - restedAtNs[restingHead] >= 0) {
            ready[readyCount++] = resting[restingHead];
            restingHead = (restingHead + 1) % resting.length;
            restingCount--;
        }
        if (readyCount == 0) {
            return NONE;
        }
        int chosen = random.nextInt(readyCount);
        int port = ready[chosen];
        ready[chosen] = ready[--readyCount];
        return port;
    }

    /** Returns the even port of the pair that has rested longest, now the caller's, or {@link #NONE} when none rests. */
    public synchronized int acquireEarly() {
        if (restingCount == 0) {
            return NONE;
        }
        int port = resting[restingHead];
        restingHead = (restingHead + 1) % resting.length;
        restingCount--;
        return port;
    }

    /** Gives back a pair got from {@link #acquire} or {@link #acquireEarly}; it rests from now on. */
    public synchronized void release(int port, long nowNs) {
        int tail = (restingHead + restingCount) % resting.length;
        resting[tail] = port;
        restedAtNs[tail] = nowNs + restNs;
        restingCount++;
    }

    /** Returns the pairs that are neither in use nor resting, as of the last {@link #acquire}. */
    public synchronized int ready() {
        return readyCount;
    }

    /** Returns all pairs of the range. */
    public int pairs() {
        return resting.length;
    }
}
