package io.sidetone.core.turn.evidence;

/** Right of evidence of speech to decide: a client, or a caller who would not stop, can take it away. Lane thread only. */
public final class EvidenceRights {
    private boolean manual;
    private boolean commitByHand;
    private boolean overlong;

    /** Only keys and requests change the floor from now on, or evidence does again. */
    public void manual(boolean on) {
        manual = on;
    }

    /** Returns whether only keys and requests change the floor. */
    public boolean manual() {
        return manual;
    }

    /** Evidence begins turns but ends none from now on, or ends them again. */
    public void commitByHand(boolean on) {
        commitByHand = on;
    }

    /** Returns whether silence ends a turn. */
    public boolean endTurns() {
        return !manual && !commitByHand;
    }

    /** The caller has had the floor for too long: without a pause he would take it back at once. */
    public void overlong() {
        overlong = true;
    }

    /** The caller pauses. */
    public void paused() {
        overlong = false;
    }

    /** Returns whether speech may change the floor; {@code listening} while the caller has it. */
    public boolean change(boolean listening) {
        return !manual && (listening || !overlong);
    }
}
