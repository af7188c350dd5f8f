package io.sidetone.core.dialogue.preempt;

import io.sidetone.core.dialogue.ClauseSplitter;

/** The first clause of an answer that is held, cut as the turn itself will cut it. Lane thread only. */
final class FirstClause {
    private final ClauseSplitter splitter = new ClauseSplitter();
    private String clause;
    private boolean open = true;

    /** Sets whether a few words are enough, as {@link ClauseSplitter#beginsEarly} says. */
    void beginsEarly(boolean yes) {
        splitter.beginsEarly(yes);
    }

    /** Forgets everything: another answer begins. */
    void clear() {
        splitter.clear();
        clause = null;
        open = true;
    }

    /** A piece of the answer came. */
    void add(HeldAnswer.Kind kind, Object what) {
        if (!open) {
            return;
        }
        switch (kind) {
            case TEXT -> {
                splitter.add((String) what);
                clause = splitter.next();
            }
            case DONE -> clause = splitter.rest();
            // What is said before an action is cut when the action may run.
            case ACTION -> open = false;
            case SOUND, CLAUSE_DONE, CLAUSE_FAILED -> {}
            default -> throw new IllegalStateException("an answer has no " + kind);
        }
        open &= clause == null;
    }

    /** Returns the clause once, when it is complete; else null. */
    String take() {
        String complete = clause;
        clause = null;
        return complete;
    }
}
