package io.sidetone.transport.sip.source;

import java.net.InetAddress;

/**
 * A token bucket per source: an IPv4 address, or an IPv6 /64, since one host owns all of that. The table is fixed in
 * size; a new source takes the place of the one longest silent among four. Single thread, no allocation after start.
 */
public final class SourceRateLimiter {
    private static final int WAYS = 4;
    private static final double NS_PER_SECOND = 1e9;

    private final long[] keys;
    private final long[] lastNs;
    private final double[] tokens;
    private final boolean[] used;
    private final int setMask;
    private final double perNs;
    private final double burst;
    private final long seed;

    /**
     * A limiter.
     *
     * @param perSecond tokens per second and source, also the burst
     * @param sets places for sources divided by four, a power of two
     * @param seed makes the places of sources unpredictable
     */
    public SourceRateLimiter(int perSecond, int sets, long seed) {
        this(perSecond, perSecond, sets, seed);
    }

    /**
     * A limiter with another burst.
     *
     * @param perSecond tokens per second and source
     * @param burst tokens of a source that was silent for long
     * @param sets places for sources divided by four, a power of two
     * @param seed makes the places of sources unpredictable
     */
    public SourceRateLimiter(double perSecond, int burst, int sets, long seed) {
        this.keys = new long[sets * WAYS];
        this.lastNs = new long[sets * WAYS];
        this.tokens = new double[sets * WAYS];
        this.used = new boolean[sets * WAYS];
        this.setMask = sets - 1;
        this.perNs = perSecond / NS_PER_SECOND;
        this.burst = burst;
        this.seed = seed;
    }

    /** Takes one token of this source; false when it has none left. */
    public boolean tryTake(InetAddress source, long nowNs) {
        return take(source, 1, nowNs);
    }

    /** Returns whether this source has a token left. */
    public boolean has(InetAddress source, long nowNs) {
        return take(source, 0, nowNs);
    }

    private boolean take(InetAddress source, int amount, long nowNs) {
        int place = place(key(source), nowNs);
        double available = Math.min(burst, tokens[place] + (nowNs - lastNs[place]) * perNs);
        lastNs[place] = nowNs;
        boolean granted = available >= 1;
        tokens[place] = granted ? available - amount : available;
        return granted;
    }

    private int place(long key, long nowNs) {
        int first = (set(key) & setMask) * WAYS;
        int victim = first;
        for (int i = first; i < first + WAYS; i++) {
            if (used[i] && keys[i] == key) {
                return i;
            }
            boolean better = !used[i] || lastNs[i] - lastNs[victim] < 0;
            if (used[victim] && better) {
                victim = i;
            }
        }
        used[victim] = true;
        keys[victim] = key;
        lastNs[victim] = nowNs;
        tokens[victim] = burst;
        return victim;
    }

    private int set(long key) {
        long h = (key ^ seed) * 0x9e3779b97f4a7c15L;
        h = (h ^ (h >>> 32)) * 0xd6e8feb86659fd93L;
        return (int) (h >>> 40);
    }

    private static long key(InetAddress source) {
        byte[] bytes = source.getAddress();
        int length = Math.min(8, bytes.length);
        long key = bytes.length;
        for (int i = 0; i < length; i++) {
            key = key << 8 | bytes[i] & 0xff;
        }
        return key;
    }
}
