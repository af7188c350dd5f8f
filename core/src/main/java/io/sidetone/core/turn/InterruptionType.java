package io.sidetone.core.turn;

/** Ways in which an agent's turn was cut short (ITE section 4, InterruptionInfo). */
public enum InterruptionType {
    /** The caller spoke or pressed a key. */
    BARGE_IN("barge-in"),
    /** A person stopped the agent: a client's command. */
    MANUAL_STOP("manual-stop"),
    /** A rule gave the floor away: a request of the application, a limit, a failure. */
    POLICY_YIELD("policy-yield");

    private final String wireName;

    InterruptionType(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name used in turn events. */
    public String wireName() {
        return wireName;
    }
}
