package io.sidetone.speech.voice;

import io.sidetone.core.fence.Token;

/**
 * Amount of audio of one turn that the call has room for, in ms. The lane grants; the thread that publishes reads, and counts
 * for itself what it published. A grant belongs to its turn alone: what the next turn is granted lets no audio of this
 * one pass, however late a thread looks. Granting allocates nothing.
 */
public final class TurnCredit {
    /** Before the first turn, and for turns that are over: nothing is granted. */
    public static final TurnCredit NONE = new TurnCredit(Token.NONE);

    final long token;
    private volatile long grantedMs;
    private volatile long awaitedMs = Long.MAX_VALUE;

    TurnCredit(long token) {
        this.token = token;
    }

    /** Grants {@code ms} more; returns false when there is nothing to grant. The lane. */
    public boolean grant(int ms) {
        if (this == NONE || ms <= 0) {
            return false;
        }
        grantedMs += ms;
        return true;
    }

    /** Returns whether the grants reach what the publishing thread awaits. The lane. */
    public boolean reached() {
        return grantedMs >= awaitedMs;
    }

    /** Says which sum of grants the publishing thread awaits; it must look again afterwards. */
    public void await(long ms) {
        awaitedMs = ms;
    }

    /** Returns the sum of the grants. Any thread. */
    public long grantedMs() {
        return grantedMs;
    }
}
