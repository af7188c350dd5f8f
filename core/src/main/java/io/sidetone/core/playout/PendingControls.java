package io.sidetone.core.playout;

import io.sidetone.core.lane.EgressKind;

/**
 * What a far end is to be told and was not yet, because the egress ring was full. A clear is never lost and makes everything
 * older of its turn needless. Lane thread only; allocates nothing.
 */
public final class PendingControls {
    /** More than the kinds there are, for each of two turns. */
    private static final int MOST = 8;

    private final EgressKind[] kinds = new EgressKind[MOST];
    private final long[] tokens = new long[MOST];
    private int count;

    /** Whether everything was told. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Adds what is to be told about turn {@code token}. */
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

    /** What is told next; there must be something. */
    public EgressKind kind() {
        return kinds[0];
    }

    /** The turn it is about. */
    public long token() {
        return tokens[0];
    }

    /** What was next has been told. */
    public void remove() {
        removeAt(0);
    }

    private void removeAt(int index) {
        count--;
        System.arraycopy(kinds, index + 1, kinds, index, count - index);
        System.arraycopy(tokens, index + 1, tokens, index, count - index);
    }
}
