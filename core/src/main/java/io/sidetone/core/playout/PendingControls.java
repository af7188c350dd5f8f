package io.sidetone.core.playout;

import io.sidetone.core.lane.EgressKind;

/**
 * Controls that a far end is to receive and has not received, because the egress ring was full. A clear is never lost and makes everything
 * older of its turn needless. Lane thread only; allocates nothing.
 */
public final class PendingControls {
    /** More than the kinds there are, for each of two turns. */
    private static final int MOST = 8;

    private final EgressKind[] kinds = new EgressKind[MOST];
    private final long[] tokens = new long[MOST];
    private int count;

    /** Returns whether every control was sent. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Adds a control about turn {@code token}. */
    public void add(EgressKind kind, long token) {
        if (kind == EgressKind.FLUSH) {
            forgetThrough(token);
        } else if (count == MOST) {
            removeAt(oldestBesideClears());
        }
        kinds[count] = kind;
        tokens[count] = token;
        count++;
    }

    private void forgetThrough(long token) {
        for (int i = count - 1; i >= 0; i--) {
            if (tokens[i] <= token) {
                removeAt(i);
            }
        }
    }

    /** There is one: at most one clear waits, for a later one takes its place. */
    private int oldestBesideClears() {
        return kinds[0] == EgressKind.FLUSH ? 1 : 0;
    }

    /** The next control; there must be one. */
    public EgressKind kind() {
        return kinds[0];
    }

    /** The turn it is about. */
    public long token() {
        return tokens[0];
    }

    /** The next control was sent. */
    public void remove() {
        removeAt(0);
    }

    private void removeAt(int index) {
        count--;
        System.arraycopy(kinds, index + 1, kinds, index, count - index);
        System.arraycopy(tokens, index + 1, tokens, index, count - index);
    }
}
