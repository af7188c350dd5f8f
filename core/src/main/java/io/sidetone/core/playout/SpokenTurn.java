package io.sidetone.core.playout;

import java.util.List;

/** A turn of the agent that is over: which of its words lay where in its audio. Lane thread only. */
public final class SpokenTurn {
    private final long token;
    private final List<Clause> clauses;
    private final long sentMs;
    private final boolean whole;

    SpokenTurn(long token, List<Clause> clauses, long sentMs, boolean whole) {
        this.token = token;
        this.whole = whole;
        this.clauses = List.copyOf(clauses);
        this.sentMs = sentMs;
    }

    /** Returns which turn it was. */
    public long token() {
        return token;
    }

    /** Returns whether it was spoken to its end: a peer that reports how far it has played then has only to finish. */
    public boolean whole() {
        return whole;
    }

    /** Returns the text of its first {@code ms}, cut behind a word; no more than was sent. */
    public String textUpTo(long ms) {
        return Playout.textHeardAt(clauses, Math.min(ms, sentMs));
    }
}
